"use strict";
// The sheet as a CSV file, as spreadsheet.py writes and reads it.
const csvFile = (() => {
  const formula = /^'*(?:[ \u00a0\u3000]*[=+\-@＝＋－＠]|[\t\r\n])/;
  const guard = (text) => (formula.test(text) ? `'${text}` : text);
  const unguard = (cell) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
  const line = (cells, separator) => `${cells.map((cell) => `"${guard(cell).replaceAll('"', '""')}"`).join(separator)}\r\n`;
  const write = (columns, rows, separator) =>
    [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((cells) => line(cells, separator)).join("");
  const parse = (text, by) => {
    const rows = [];
    let row = [];
    // A cell in quotes or without, and what ends it; every match is at least its end.
    const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${by}\\r\\n]*))(${by}|\\r\\n|\\r|\\n|$)`, "y");
    while (cell.lastIndex < text.length) {
      const found = cell.exec(text);
      if (!found) throw new Error(`row ${rows.length + 1} is not CSV`);
      row.push(unguard(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"')));
      if (found[3] !== by) { rows.push(row); row = []; }
    }
    return rows;
  };
  const decode = (bytes) => {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
    try { return new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { return new TextDecoder("windows-1252").decode(bytes); }
  };
  const read = (bytes, needed) => {
    const text = decode(bytes).replace(/^sep=.\r?\n/i, "");
    const head = text.split(/[\r\n]/, 1)[0];
    const by = [",", ";", "\t"].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
    const [header = [], ...rows] = parse(text, by);
    const names = header.map((cell) => cell.trim().toLowerCase());
    const missing = needed.filter((column) => !names.includes(column));
    if (missing.length) throw new Error(`no column ${missing.join(", ")}`);
    return rows.map((cells) => Object.fromEntries(names.map((column, index) => [column, cells[index] ?? ""])));
  };
  return { read, write };
})();
