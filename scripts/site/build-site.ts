/**
 * Builds the site from docs/: static pages with a menu and a small search, no address outside itself. A page of docs/ that the
 * outline does not name, and a link that leads nowhere, are errors.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { OUTLINE } from "./outline.ts";
import { type Heading, renderPage } from "./render-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Colours and sizes are those of the web view. */
const TOKENS = "../../src/views/web/page/styles/tokens.css";
/** Decision records are for whoever changes Reeve; pages link to them one by one. */
const BESIDE = globSync("adr/*.md", { cwd: join(root, "docs") });

interface Page {
  readonly file: string;
  readonly url: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

export interface Site {
  readonly pages: readonly Page[];
  /** Links that lead nowhere, and pages without a place. */
  readonly problems: readonly string[];
}

export function buildSite(out: string): Site {
  const listed = OUTLINE.flatMap(({ pages }) => pages);
  const all = globSync("**/*.md", { cwd: join(root, "docs") }).map((file) => file.replaceAll("\\", "/"));
  const unplaced = all.filter((file) => !listed.includes(file) && !file.startsWith("adr/"));
  const files = [...listed, ...BESIDE];
  const links = new Map(files.map((file) => [file, urlOf(file)]));
  const pages = files.map((file): Page => {
    const rendered = renderPage(readFileSync(join(root, "docs", file), "utf8"), (target) =>
      linkFrom(file, target, links),
    );
    return { file, url: urlOf(file), ...rendered };
  });
  rmSync(out, { recursive: true, force: true });
  for (const page of pages) write(join(out, page.url), shell(page, pages, listed));
  for (const asset of [TOKENS, "site.css", "search.js"])
    cpSync(new URL(asset, import.meta.url), join(out, basename(asset)));
  if (existsSync(join(root, "docs", "images")))
    cpSync(join(root, "docs", "images"), join(out, "images"), { recursive: true });
  // A script and no data file, so that the search also works in a folder that nobody serves.
  write(join(out, "search-index.js"), `globalThis.reeveIndex = ${JSON.stringify(pages.flatMap(entriesOf))};\n`);
  return {
    pages,
    problems: [...unplaced.map((file) => `docs/${file} has no place in the outline`), ...deadLinks(out, pages)],
  };
}

function urlOf(file: string): string {
  if (file === "start.md") return "index.html";
  return file.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");
}

/** A page of the site stays in it; what is only in the repository is shown as text. */
function linkFrom(file: string, target: string, links: ReadonlyMap<string, string>): string | null {
  if (/^[a-z]+:/.test(target) || target.startsWith("#")) return target;
  const [path = "", anchor] = target.split("#");
  const meant = normalize(join(dirname(file), path)).replaceAll("\\", "/");
  const url = links.get(meant) ?? (meant.startsWith("images/") ? meant : undefined);
  if (url === undefined) return null;
  return `${relative(dirname(urlOf(file)), url) || "."}${anchor === undefined ? "" : `#${anchor}`}`;
}

function shell({ url, title, html, file }: Page, pages: readonly Page[], listed: readonly string[]): string {
  const base = "../".repeat(url.split("/").length - 1);
  const titleOf = (each: string): string => pages.find((page) => page.file === each)?.title ?? each;
  const menu = OUTLINE.map(({ title: chapter, pages: members }) => {
    const items = members.map((each) => {
      const current = each === file ? ' aria-current="page"' : "";
      return `<li><a href="${base}${urlOf(each)}"${current}>${titleOf(each)}</a></li>`;
    });
    return `<h2>${chapter}</h2><ul>${items.join("")}</ul>`;
  });
  const place = listed.indexOf(file);
  const step = (each: string | undefined, arrow: (name: string) => string): string =>
    each === undefined ? "<span></span>" : `<a href="${base}${urlOf(each)}">${arrow(titleOf(each))}</a>`;
  const before = step(place > 0 ? listed[place - 1] : undefined, (name) => `← ${name}`);
  const after = step(place >= 0 ? listed[place + 1] : undefined, (name) => `${name} →`);
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<title>${title} · Reeve</title>
<link rel="stylesheet" href="${base}tokens.css">
<link rel="stylesheet" href="${base}site.css">
<script src="${base}search.js" defer></script>
</head>
<body>
<div class="frame">
<nav aria-label="Pages">
<a class="name" href="${base}index.html">Reeve</a>
<details class="menu" open><summary>Menu and search</summary>
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation">
<ul id="found" aria-live="polite"></ul>
${menu.join("\n")}
</details>
</nav>
<main>
${html}
<div class="next">${before}${after}</div>
</main>
</div>
</body>
</html>
`;
}

function entriesOf({ url, title, headings }: Page): object[] {
  return headings.map(({ id, text, words }) => ({
    url: id === "" ? url : `${url}#${id}`,
    title: text,
    page: title,
    text: words,
  }));
}

function deadLinks(out: string, pages: readonly Page[]): string[] {
  const anchors = new Map(pages.map(({ url, headings }) => [url, new Set(headings.map(({ id }) => id))]));
  return pages.flatMap(({ url, html, file }) =>
    [...html.matchAll(/(?:href|src|srcset)="([^"]+)"/g)].flatMap(([, target = ""]) => {
      if (/^(https?|mailto):/.test(target)) return [];
      const [path = "", anchor = ""] = target.split("#");
      const meant = path === "" ? url : normalize(join(dirname(url), path)).replaceAll("\\", "/");
      const isThere = existsSync(join(out, meant)) && (anchor === "" || anchors.get(meant)?.has(anchor) !== false);
      return isThere ? [] : [`docs/${file} → ${target}`];
    }),
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2] ?? join(root, "site");
  const { pages, problems } = buildSite(out);
  process.stdout.write([...problems, `${pages.length} pages in ${relative(process.cwd(), out)}`, ""].join("\n"));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
