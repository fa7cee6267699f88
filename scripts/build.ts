/**
 * Builds dist/: src/ in a few files instead of hundreds, because finding, reading and linking each file is most of what a
 * start of `reeve` costs; the types of the library, one file per module; and the files that the code reads at run time.
 * The new dist/ replaces the old one as a whole, so a build that fails leaves the last good one in place. With `--if-stale`
 * it does nothing where dist/ is newer than everything it is made of, so that one test can be run in seconds.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";
import { bundlePage } from "./bundle-page.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const fresh = join(root, `dist.${process.pid}`);

if (process.argv.includes("--if-stale") && isFresh()) process.exit(0);

try {
  writeTypes();
  await bundle(root, fresh);
  await bundlePage(root, fresh);
  copyAssets();
  rmSync(join(root, "dist"), { recursive: true, force: true });
  renameSync(fresh, join(root, "dist"));
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** Folders count too: their time says that a file came or went. */
function isFresh(): boolean {
  const built = join(root, "dist", "LICENSES.txt");
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  const made = ["src", "src/**/*", "scripts/b*.ts", "tsconfig*.json", "package-lock.json"];
  return globSync(made, { cwd: root }).every(
    (file) => file.endsWith(".test.ts") || statSync(join(root, file)).mtimeMs < mtimeMs,
  );
}

function writeTypes(): void {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const args = [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", fresh];
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (error !== undefined) throw error;
  if (status !== 0) {
    console.error("build: src/ does not compile, see the errors above; dist/ is left as it was.");
    process.exit(1);
  }
}

/** Modes are kept: some of these files are programs. */
function copyAssets(): void {
  const from = join(root, "src");
  const page = join(from, "views", "web", "page");
  for (const file of globSync("**/*", { cwd: from, withFileTypes: true })) {
    if (!file.isFile() || /\.(tsx?|md)$/.test(file.name) || file.parentPath.startsWith(page)) continue;
    const source = join(file.parentPath, file.name);
    const target = join(fresh, source.slice(from.length));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
  }
}
