const root = document.documentElement;
const button = document.getElementById("theme");
const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; name(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
name();
connect(document.body, JSON.parse(document.getElementById("data").textContent));
