// Pages follow the mode that one chose in Airflow's menu, which it keeps for its origin; "system" is what the
// style sheets follow by themselves. Reports have style sheets of their own.
const sheets = Array.from(document.styleSheets, sheet => { try { return Array.from(sheet.cssRules); } catch { return []; } });
const rules = sheets.flat().filter(rule => rule.media?.mediaText.includes("prefers-color-scheme"))
  .map(({ media }) => ({ media, own: media.mediaText }));
function follow() {
  let mode;
  try { mode = localStorage.getItem("theme"); } catch { /* a frame without an origin */ }
  const chosen = mode === "dark" || mode === "light";
  document.documentElement.style.colorScheme = chosen ? mode : "";
  for (const { media, own } of rules)
    media.mediaText = chosen ? own.replace(/\(prefers-color-scheme: *(\w+)\)/g, (_, of) => of === mode ? "(min-width: 0)" : "(max-width: 0)") : own;
}
addEventListener("storage", follow);
follow();
