"""What of a page lies over something else, is cut off, or is out of the window."""

LAID_WRONG = """() => {
  const laid = ".bar .chip, .turn-now, .bar .tool, .tools .tool, .zoom .tool, .idle-tools .tool";
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const shown = [...document.querySelectorAll(laid)]
    .filter((it) => it.checkVisibility()).map((it) => [it, it.getBoundingClientRect()]);
  const wrong = [];
  shown.forEach(([it, a], i) => {
    if (a.right > innerWidth || a.left < 0) wrong.push(`out of the window: ${it.textContent}`);
    if (it.matches("button") && it.scrollWidth > it.clientWidth + 1) wrong.push(`cut off: ${it.textContent}`);
    if (it.matches(".tool") && (a.width < 24 || a.height < 24)) wrong.push(`small: ${it.textContent}`);
    for (const [other, b] of shown.slice(i + 1))
      if (meet(a, b)) wrong.push(`${it.textContent} over ${other.textContent}`);
  });
  return wrong;
}"""
