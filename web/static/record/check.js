// The check of all seals: begun here, done in the server, looked at until it is through.

import { html } from "../dom.js";
import { t } from "../words.js";

const LOOK_MS = 300;

export function listenToCheck() {
  const form = document.getElementById("check");
  if (!form) return;
  const [noted, bar, said, faults] = ["noted", "check-bar", "check-said", "check-faults"].map((id) =>
    document.getElementById(id),
  );
  const button = form.querySelector("button");

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const head = noted.value.trim();
    const body = JSON.stringify(head ? { head } : {});
    ask({ method: "POST", headers: { "Content-Type": "application/json" }, body });
  });

  async function ask(options = {}) {
    button.disabled = true;
    try {
      const answer = await fetch("/api/journal/check", { ...options, signal: AbortSignal.timeout(10_000) });
      const told = await answer.json();
      if (!answer.ok) return done(told.error, []);
      bar.hidden = !told.running;
      bar.value = told.entries ? Math.min(1, told.checked / told.entries) : 0;
      if (!told.running) return done(told.said, told.faults, told.whole);
      said.textContent = t("check_progress", told);
      setTimeout(ask, LOOK_MS);
    } catch {
      done(t("no_answer"), []);
    }
  }

  function done(text, found, whole = false) {
    button.disabled = false;
    bar.hidden = true;
    said.textContent = text ? `${whole ? "✓" : "✕"} ${text}` : "";
    said.dataset.whole = whole;
    faults.replaceChildren(
      ...found.map((fault) => html("li", {}, t("check_fault", { number: fault.sequence, what: fault.text }))),
    );
  }
}
