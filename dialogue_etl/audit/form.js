"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const { sheet, units, schemes, noError, file: prefix, command } = data;
  const ids = new Set(units.map((unit) => unit.id));
  const done = Object.values(schemes).every((scheme) => scheme.single) ? "labelled" : "judged";
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
  const isJudged = (unit) => (answers[unit.id]?.errors.length ?? 0) > 0;
  const answerOf = (unit) => answers[unit.id] ?? { errors: [], note: "" };
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
    if (unsaved) say("This browser keeps no answers: download them before you close the page.", true);
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
    if (!unsaved) say(to ? `Answers of ${to}: ${judged()} of ${units.length} ${done}.` : "");
  };

  // What is on the page.
  const pieces = (into, list, around) => {
    for (const piece of list) {
      if (!piece.turns.length && !piece.other) {
        into.append(around ? element("span", piece.text, "around") : piece.text);
        continue;
      }
      const odd = piece.other || piece.turns[0] % 2;
      const mark = element("mark", undefined, piece.other ? "other around" : odd ? "" : "even");
      if (!piece.other) mark.append(element("sup", piece.turns.join(",")));
      mark.append(piece.text);
      into.append(mark);
    }
  };
  const showText = (unit) => {
    const scheme = schemes[unit.kind].name;
    $("what").textContent = scheme[0].toUpperCase() + scheme.slice(1);
    $("title").textContent = unit.title || unit.source_id;
    $("source").textContent = [unit.authors, unit.language, unit.id].filter(Boolean).join(" · ");
    const passage = $("passage");
    passage.replaceChildren();
    passage.lang = unit.language;
    pieces(passage, unit.passage.before, true);
    pieces(passage, unit.passage.inside, false);
    pieces(passage, unit.passage.after, true);
    const first = passage.querySelector("mark:not(.other)");
    passage.scrollTop = first ? first.offsetTop - passage.clientHeight / 4 : 0;
    $("turns").lang = unit.language;
    $("turns").replaceChildren(...unit.turns.map((turn, index) => {
      const item = element("li", undefined, index % 2 ? "even" : "");
      item.classList.toggle("begins", unit.begins.includes(index));
      item.dir = "auto";
      item.append(element("b", index + 1), turn);
      return item;
    }));
    $("turns").scrollTop = 0;
  };
  // A unit that offers nothing offers all, but of more labels than there are keys only a list of them. Of one label the offered ones have keys from 1; of several errors all, and 0 says there is none.
  const single = (unit) => schemes[unit.kind].single;
  const listed = (unit) => single(unit) && schemes[unit.kind].categories.length > 9;
  const offered = (unit) => (unit.offered.length || listed(unit) ? unit.offered : schemes[unit.kind].categories.map(({ key }) => key));
  const choices = (unit) => (single(unit)
    ? offered(unit).map((key) => schemes[unit.kind].categories.find((one) => one.key === key))
    : [{ key: noError, name: "No error", help: "" }, ...schemes[unit.kind].categories]);
  const digit = (unit, index) => index + (single(unit) ? 1 : 0);
  const showOthers = (unit) => {
    const rest = schemes[unit.kind].categories.filter(({ key }) => !offered(unit).includes(key));
    $("others").hidden = !single(unit) || !rest.length;
    if ($("others").hidden) return;
    $("others").firstChild.textContent = offered(unit).length ? "Another label " : "Label ";
    $("other").replaceChildren(new Option("", ""), ...rest.map(({ key, name: title }) => new Option(title, key)));
    $("other").value = answerOf(unit).errors.find((key) => !offered(unit).includes(key)) ?? "";
  };
  const showChoices = (unit) => {
    const { errors, note } = answerOf(unit);
    $("question").textContent = schemes[unit.kind].question;
    $("shown").textContent = schemes[unit.kind].shown;
    showOthers(unit);
    $("categories").replaceChildren(...choices(unit).map(({ key, name: title, help }, index) => {
      const label = element("label", undefined, key === noError || single(unit) ? "none" : "");
      const box = element("input");
      box.type = single(unit) ? "radio" : "checkbox";
      box.name = "category";
      box.value = key;
      box.checked = errors.includes(key);
      box.addEventListener("change", () => choose(key));
      label.append(box, element("kbd", digit(unit, index)), element("span", title));
      if (help) label.append(element("small", help));
      return label;
    }));
    $("note").value = note;
  };
  const showProgress = () => {
    $("progress").value = judged();
    $("done").textContent = `${judged()} of ${units.length} ${done}`;
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
    say(index < units.length ? "" : `That was the last one: ${judged()} of ${units.length} ${done}. Download the answers.`);
    if (index < units.length) show(index);
  };
  const goUnjudged = () => {
    for (let step = 1; step <= units.length; step += 1) {
      const index = (at + step) % units.length;
      if (!isJudged(units[index])) return go(index);
    }
    return say(`Every one is ${done}. Download the answers.`);
  };
  const choose = (key) => {
    const unit = units[at];
    const { errors, note } = answerOf(unit);
    const rest = single(unit) ? [] : errors.filter((one) => one !== key && (key === noError ? false : one !== noError));
    answers[unit.id] = { errors: errors.includes(key) ? rest : [...rest, key], note };
    keep();
    for (const box of $("categories").querySelectorAll("input")) {
      box.checked = answers[unit.id].errors.includes(box.value);
    }
    showOthers(unit);
    showProgress();
  };

  // The answers as a file: a row for each unit, as JSON Lines or CSV.
  const row = (unit) => {
    const { errors, note } = answerOf(unit);
    const label = [...choices(unit), ...schemes[unit.kind].categories].map(({ key }) => key).filter((key) => errors.includes(key));
    const told = { sheet, task: prefix, annotator: name, item: unit.id, kind: unit.kind, language: unit.language, label: [...new Set(label)].join(" "), note };
    if (unit.weight === null) return told;
    return { ...told, post: unit.turns[0], response: unit.turns[1], thread: unit.source_id, weight: unit.weight }; // to learn from
  };
  const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
  const forms = {
    jsonl: (rows) => rows.map((one) => `${JSON.stringify(one)}\n`),
    csv: (rows) => ["\ufeff", ...[Object.keys(rows[0]), ...rows.map(Object.values)].map((cells) => `${cells.map(cell).join(",")}\r\n`)],
  };
  const save = (form) => {
    const url = URL.createObjectURL(new Blob(forms[form](units.map(row)), { type: form === "csv" ? "text/csv" : "application/jsonl" }));
    const link = element("a");
    link.href = url;
    link.download = `${prefix}${name ? `-${name.replace(/[^\p{L}\p{N}_-]+/gu, "-")}` : ""}.${form}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    unsaved = false;
    say(`Downloaded ${link.download}: ${judged()} of ${units.length} ${done}. Count it with: ${command} ${link.download}`);
  };
  const table = (text) => {
    const lines = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
      lines.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      if (end && end !== ",") lines.push([]);
    }
    const [names, ...rows] = lines.filter((cells) => cells.length > 1);
    return rows.map((cells) => Object.fromEntries(names.map((key, place) => [key, cells[place]])));
  };
  const parse = (text) => (text.startsWith("{") ? text.split("\n").filter(Boolean).map((line) => JSON.parse(line)) : table(text));
  const load = async (file) => {
    try {
      const saved = parse(await file.text());
      if (saved[0]?.sheet !== sheet) throw new Error("no answers to these units");
      if (saved[0].annotator && saved[0].annotator !== name) rename(saved[0].annotator);
      const given = saved.filter((one) => ids.has(one.item) && (one.label || one.note));
      for (const { item, label, note } of given) answers[item] = { errors: label.split(" ").filter(Boolean), note };
      keep();
      show(at);
      say(`Loaded ${given.length} answers${name ? ` of ${name}` : ""} from ${file.name}`);
    } catch (error) {
      say(`${file.name}: ${error.message}`, true);
    }
  };

  // What people do.
  const keys = {
    ArrowRight: () => go(at + 1), Enter: () => go(at + 1), ArrowLeft: () => go(at - 1),
    ArrowDown: () => $("passage").scrollBy(0, 60), ArrowUp: () => $("passage").scrollBy(0, -60),
    u: goUnjudged, o: () => $("other").focus(), n: () => $("note").focus(), s: () => save("jsonl"), "?": () => $("help").click(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const writing = event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
    if (writing && (event.key === "Escape" || (event.key === "Enter" && event.target.matches("input, select")))) event.target.blur();
    if (writing || (event.key === "Enter" && event.target.matches("button"))) return;
    const choice = /^\d$/.test(event.key) && choices(units[at])[Number(event.key) - digit(units[at], 0)];
    const action = choice ? () => choose(choice.key) : Object.hasOwn(keys, event.key) && keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  $("note").addEventListener("input", () => {
    answers[units[at].id] = { ...answerOf(units[at]), note: $("note").value };
    keep();
  });
  $("other").addEventListener("change", () => choose($("other").value || answerOf(units[at]).errors[0]));
  $("annotator").addEventListener("change", () => rename($("annotator").value.trim()));
  $("number").addEventListener("change", () => show((Number.parseInt($("number").value, 10) || at + 1) - 1));
  $("answer").addEventListener("submit", (event) => event.preventDefault());
  $("previous").addEventListener("click", () => go(at - 1));
  $("next").addEventListener("click", () => go(at + 1));
  $("unjudged").addEventListener("click", goUnjudged);
  $("save").addEventListener("click", () => save("jsonl"));
  $("table").addEventListener("click", () => save("csv"));
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
