const form = document.querySelector("form"), result = document.querySelector("#result");
let timer, asked;
for (const field of form.querySelectorAll("[data-live]"))
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 400); });
async function show() {
  asked?.abort();
  asked = new AbortController();
  result.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch("result", { method: "POST", body, signal: asked.signal });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const said = page.querySelector("main pre")?.textContent ?? `the server answers ${answer.status}: reload the page`;
    if (!answer.ok) throw new Error(said);
    result.innerHTML = text;
  } catch (error) {
    if (error.name === "AbortError") return;
    result.textContent = error.message;
  }
  result.removeAttribute("aria-busy");
}
