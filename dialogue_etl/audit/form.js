"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const { units, schemes, columns, separator, noError } = data;
  const sheet = units[0].row.sheet;
  const byId = new Map(units.map((unit, index) => [unit.row.id, index]));
  let name = "";
  let answers = {}; // id of a unit → { errors: [key, …], note }
  let at = 0;
  let unsaved = false;

  const element = (tag, text, className) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text; // never as mark-up
    if (className) made.className = className;
    return made;
  };
  const say = (text, bad = false) => {
    $("status").textContent = text;
    $("status").className = bad ? "bad" : "";
  };
  const isJudged = (unit) => (answers[unit.row.id]?.errors.length ?? 0) > 0;
  const answerOf = (unit) => answers[unit.row.id] ?? { errors: [], note: "" };
  const judged = () => units.filter(isJudged).length;

  // What is kept in this browser: the answers of each name, and who was where.
  const place = (who) => `dialogue-etl-audit/${sheet}/of/${who}`;
  const stored = (key) => {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  };
  const store = (key, value) => {
    try { localStorage.setItem(key, JSON.stringify(value)); return true; } catch { return false; }
  };
  const keep = () => {
    unsaved = !store(place(name), answers);
    if (unsaved) say("This browser keeps no answers: download the CSV before you close the page.", true);
  };
  const keepPlace = () => store(`dialogue-etl-audit/${sheet}`, { name, at });

  const rename = (to) => {
    const before = answers;
    const known = stored(place(to));
    // What was judged before a name was given is whoever's name comes first.
    answers = known ?? (name === "" ? before : {});
    if (name === "" && to !== "" && !known) store(place(""), {});
    name = to;
    $("annotator").value = to;
    keep();
    keepPlace();
    show(at);
    if (!unsaved) say(to ? `Answers of ${to}: ${judged()} of ${units.length} judged.` : "");
  };

  // What is on the page.
  const pieces = (into, list, around) => {
    for (const piece of list) {
      if (!piece.turns && !piece.other) {
        into.append(around ? element("span", piece.text, "around") : piece.text);
        continue;
      }
      const odd = piece.turns ? piece.turns[0] % 2 : 1;
      const mark = element("mark", undefined, piece.other ? "other around" : odd ? "" : "even");
      if (piece.turns) mark.append(element("sup", piece.turns.join(",")));
      mark.append(piece.text);
      into.append(mark);
    }
  };
  const showText = (unit) => {
    const { row } = unit;
    const scheme = schemes[row.unit].name;
    $("what").textContent = scheme[0].toUpperCase() + scheme.slice(1);
    $("title").textContent = row.title || row.source_id;
    $("source").textContent = [row.authors, row.language, row.id].filter(Boolean).join(" · ");
    const passage = $("passage");
    passage.replaceChildren();
    passage.lang = row.language;
    pieces(passage, unit.passage.before, true);
    pieces(passage, unit.passage.inside, false);
    pieces(passage, unit.passage.after, true);
    const first = passage.querySelector("mark:not(.other)");
    passage.scrollTop = first ? first.offsetTop - passage.clientHeight / 4 : 0;
    $("turns").lang = row.language;
    $("turns").replaceChildren(...unit.turns.map((turn, index) => {
      const item = element("li", undefined, index % 2 ? "even" : "");
      item.dir = "auto";
      item.append(element("b", index + 1), turn);
      return item;
    }));
    $("turns").scrollTop = 0;
  };
  const choices = (unit) => [
    { key: noError, name: "No error", help: "" },
    ...schemes[unit.row.unit].categories,
  ];
  const showChoices = (unit) => {
    const { errors, note } = answerOf(unit);
    $("categories").replaceChildren(...choices(unit).map(({ key, name: title, help }, index) => {
      const label = element("label", undefined, key === noError ? "none" : "");
      const box = element("input");
      box.type = "checkbox";
      box.value = key;
      box.checked = errors.includes(key);
      box.addEventListener("change", () => choose(key));
      label.append(box, element("kbd", index), element("span", title));
      if (help) label.append(element("small", help));
      return label;
    }));
    $("note").value = note;
  };
  const showProgress = () => {
    $("progress").value = judged();
    $("done").textContent = `${judged()} of ${units.length} judged`;
    $("number").value = at + 1;
    $("previous").disabled = at === 0;
    $("unjudged").disabled = judged() === units.length;
  };
  const show = (index) => {
    at = Math.min(Math.max(index, 0), units.length - 1);
    showText(units[at]);
    showChoices(units[at]);
    showProgress();
    keepPlace();
  };
  const go = (index) => {
    say(index < units.length ? "" : `That was the last one: ${judged()} of ${units.length} judged. Download the CSV.`);
    if (index < units.length) show(index);
  };
  const goUnjudged = () => {
    for (let step = 1; step <= units.length; step += 1) {
      const index = (at + step) % units.length;
      if (!isJudged(units[index])) return go(index);
    }
    return say("Every unit is judged. Download the CSV.");
  };
  const choose = (key) => {
    const unit = units[at];
    const { errors, note } = answerOf(unit);
    const rest = errors.filter((one) => one !== key && (key === noError ? false : one !== noError));
    answers[unit.row.id] = { errors: errors.includes(key) ? rest : [...rest, key], note };
    keep();
    for (const box of $("categories").querySelectorAll("input")) {
      box.checked = answers[unit.row.id].errors.includes(box.value);
    }
    showProgress();
  };

  // The filled sheet.
  const csv = () => csvFile.write(columns, units.map((unit) => {
    const { errors, note } = answerOf(unit);
    const order = choices(unit).map(({ key }) => key).filter((key) => errors.includes(key));
    return { ...unit.row, errors: order.join("; "), note, annotator: name };
  }), separator);
  const save = () => {
    const url = URL.createObjectURL(new Blob(["\ufeff", csv()], { type: "text/csv;charset=utf-8" }));
    const link = element("a");
    link.href = url;
    link.download = `audit${name ? `-${name.replace(/[^\p{L}\p{N}_-]+/gu, "-")}` : ""}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    unsaved = false;
    say(`Downloaded ${link.download}: ${judged()} of ${units.length} judged. Count it with: dialogue-etl audit tally ${link.download}`);
  };
  const keysOf = (unit, cell) => {
    const keys = cell.split(/[;,|\n]/).map((part) => part.trim().toLowerCase().replace(/[\s_-]+/g, "_")).filter(Boolean);
    const known = keys.every((key) => choices(unit).some((one) => one.key === key));
    return known && !(keys.includes(noError) && keys.length > 1) ? keys : null;
  };
  const needed = ["id", "errors", "note", "annotator", "sheet", "check"];
  const load = async (file) => {
    try {
      const rows = csvFile.read(new Uint8Array(await file.arrayBuffer()), needed);
      const whose = [...new Set(rows.filter((row) => row.errors).map((row) => row.annotator.trim()))];
      const from = whose.includes(name) || !whose.length ? name : whose[0];
      const who = from || name; // a sheet filled in a spreadsheet may name nobody
      const counts = { loaded: 0, foreign: 0, unknown: 0 };
      if (who !== name) rename(who);
      for (const row of rows.filter((one) => one.annotator.trim() === from && (one.errors || one.note))) {
        const unit = units[byId.get(row.id)];
        const errors = unit && keysOf(unit, row.errors);
        // A column that was sorted alone has the checks of other rows.
        const ours = unit && row.sheet === sheet && row.check.trim() === unit.row.check;
        counts[!ours ? "foreign" : errors ? "loaded" : "unknown"] += 1;
        if (ours && errors) answers[row.id] = { errors, note: row.note };
      }
      keep();
      show(at);
      say(`Loaded ${counts.loaded} answers${who ? ` of ${who}` : ""} from ${file.name}`
        + (counts.foreign ? `; ${counts.foreign} rows are of another sheet or were changed` : "")
        + (counts.unknown ? `; ${counts.unknown} rows have an unknown category, or no_error with another` : "")
        + (whose.length > 1 ? `; the file has ${whose.length} annotators: ${whose.join(", ")}` : ""), counts.foreign + counts.unknown > 0);
    } catch (error) {
      say(`${file.name}: ${error.message}`, true);
    }
  };

  // What people do.
  const keys = {
    ArrowRight: () => go(at + 1), Enter: () => go(at + 1), ArrowLeft: () => go(at - 1),
    ArrowDown: () => $("passage").scrollBy(0, 60), ArrowUp: () => $("passage").scrollBy(0, -60),
    u: goUnjudged, n: () => $("note").focus(), s: save, "?": () => $("help").click(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const writing = event.target.matches("input:not([type=checkbox]), textarea");
    if (writing && (event.key === "Escape" || (event.key === "Enter" && event.target.matches("input")))) event.target.blur();
    if (writing || (event.key === "Enter" && event.target.matches("button"))) return;
    const choice = /^\d$/.test(event.key) && choices(units[at])[Number(event.key)];
    const action = choice ? () => choose(choice.key) : Object.hasOwn(keys, event.key) && keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  $("note").addEventListener("input", () => {
    answers[units[at].row.id] = { ...answerOf(units[at]), note: $("note").value };
    keep();
  });
  $("annotator").addEventListener("change", () => rename($("annotator").value.trim()));
  $("number").addEventListener("change", () => show((Number.parseInt($("number").value, 10) || at + 1) - 1));
  $("answer").addEventListener("submit", (event) => event.preventDefault());
  $("previous").addEventListener("click", () => go(at - 1));
  $("next").addEventListener("click", () => go(at + 1));
  $("unjudged").addEventListener("click", goUnjudged);
  $("save").addEventListener("click", save);
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", () => { if ($("file").files[0]) load($("file").files[0]); $("file").value = ""; });
  $("help").addEventListener("click", () => {
    $("keys").hidden = !$("keys").hidden;
    $("help").setAttribute("aria-expanded", String(!$("keys").hidden));
  });
  // The same sheet in another tab: neither may write over the other's answers.
  window.addEventListener("storage", (event) => {
    if (event.key === place(name)) { answers = stored(place(name)) ?? {}; show(at); }
  });
  window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

  const last = stored(`dialogue-etl-audit/${sheet}`) ?? { name: "", at: 0 };
  at = last.at;
  rename(last.name);
})();
