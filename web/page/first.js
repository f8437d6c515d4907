// Decides before the page is painted whether it opens with the first screen, so that nothing moves: on a first visit, on a
// reload of the first screen, and where the address asks for it. A link and a returning visitor go straight to their pair.
{
  let pair = null;
  try { pair = localStorage.getItem("pair"); } catch { /* The browser blocks storage. */ }
  const asksForIt = location.hash === "#start", isFirst = location.hash.length < 2 && pair === null;
  if (history.state ? history.state.opening : asksForIt || isFirst) document.documentElement.classList.add("opening");
}
