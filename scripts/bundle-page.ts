/**
 * The page of the web view: one script, one style sheet and the file that names them, in dist/views/web/assets. It loads
 * nothing from anywhere else, and its weight has a bound.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const BYTES_MAX = 80_000;

/** In the order in which they count: what is more special comes later, what is narrow last. */
const STYLES = [
  "tokens",
  "pieces",
  "shared",
  "dialogs",
  "board",
  "time",
  "graph",
  "task",
  "tree",
  "patterns",
  "documents",
  "money",
  "history",
  "journal",
  "narrow",
] as const;

export async function bundlePage(root: string, outDir: string): Promise<void> {
  const from = join(root, "src", "views", "web", "page");
  const to = join(outDir, "views", "web", "assets");
  mkdirSync(to, { recursive: true });
  const build = await rolldown({
    cwd: root,
    input: join(from, "main.tsx"),
    platform: "browser",
    transform: {
      define: { "process.env.NODE_ENV": '"production"' },
    },
  });
  const { output } = await build.write({ file: join(to, "app.js"), format: "iife", minify: true });
  await build.close();
  if (output.length !== 1) throw new Error("build: the page is more than one script.");
  const styles = STYLES.map((name) => readFileSync(join(from, "styles", `${name}.css`), "utf8"));
  writeFileSync(join(to, "app.css"), smaller(styles.join("\n")));
  for (const file of ["index.html", "icon.svg"]) writeFileSync(join(to, file), readFileSync(join(from, file), "utf8"));
  const weight = ["app.js", "app.css", "index.html", "icon.svg"].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(to, file))).length,
    0,
  );
  if (weight > BYTES_MAX) throw new Error(`build: the page weighs ${weight} bytes gzipped; it may weigh ${BYTES_MAX}.`);
}

/** Without comments and needless blanks. */
function smaller(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};]) ?/g, "$1")
    .trim();
}
