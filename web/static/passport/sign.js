// The result page: a side signs how the match ended with one tap.

const said = document.querySelector("#sign-said");

for (const button of document.querySelectorAll("[data-sign]"))
  button.addEventListener("click", async () => {
    const side = button.getAttribute("data-sign");
    const answer = await fetch("/api/match/sign", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ side }),
    });
    if (answer.ok) return location.reload();
    const { error } = await answer.json();
    if (said) said.textContent = error;
  });
