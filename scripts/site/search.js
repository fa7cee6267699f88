/** Finds pages and headings by words, in an index that comes with the site. On a phone the menu begins closed. */
const menu = document.querySelector("details.menu");
if (menu && matchMedia("(max-width: 760px)").matches) menu.open = false;
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest" });
const field = document.querySelector("#search");
const found = document.querySelector("#found");
const base = document.documentElement.dataset.base ?? "";
let loading = null;

function loadIndex() {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = `${base}search-index.js`;
    script.addEventListener("load", () => resolve(globalThis.reeveIndex));
    document.head.append(script);
  });
  return loading;
}

field?.addEventListener("input", async () => {
  const index = await loadIndex();
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const score = ({ title, text }) => {
    const [name, body] = [title.toLowerCase(), text.toLowerCase()];
    if (!words.every((word) => name.includes(word) || body.includes(word))) return 0;
    return words.reduce((sum, word) => sum + (name.includes(word) ? 10 : 1), name.startsWith(words[0]) ? 5 : 0);
  };
  const best =
    words.length === 0
      ? []
      : index.map((entry) => ({ entry, points: score(entry) })).filter(({ points }) => points > 0);
  best.sort((a, b) => b.points - a.points);
  found.replaceChildren(
    ...best.slice(0, 12).map(({ entry }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${base}${entry.url}`;
      const page = document.createElement("small");
      page.textContent = entry.page;
      link.append(entry.title, page);
      item.append(link);
      return item;
    }),
  );
});
