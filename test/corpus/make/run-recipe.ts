/**
 * Runs one recipe in a folder of its own and gives back what was printed, without what belongs to the machine it ran on:
 * folders, times, addresses, versions of the system. Nothing of the folder or the servers is left behind.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Recipe } from "./recipe.ts";

export interface Told {
  readonly exit: number | null;
  readonly signal: string | null;
  readonly text: string;
}

/** Where the installed npm tools and Python tools lie. */
export interface Tools {
  readonly npm: string;
  readonly python: string;
  /** The proxy that answers for every host, if the recipe has an answer. */
  readonly proxy: string | null;
}

const RUN_MS_MAX = 90_000;
const HEAD_CHARS = 1_800;
const TAIL_CHARS = 1_800;
const REPORT_CHARS = 12_000;

export function runRecipe(recipe: Recipe, tools: Tools): Told {
  const folder = mkdtempSync(join(tmpdir(), "shop-"));
  mkdirSync(join(folder, "..", "shop-scratch"), { recursive: true });
  try {
    for (const [file, text] of Object.entries(recipe.files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    symlinkSync(join(tools.npm, "node_modules"), join(folder, "node_modules"));
    const env = environment(tools, folder);
    if (recipe.before !== "") spawnSync("bash", ["-c", recipe.before], { cwd: folder, env });
    if (/\b(?:npm|pnpm|yarn) (?:install|ci)\b/.test(recipe.run)) rmSync(join(folder, "node_modules"));
    const done = spawnSync("bash", ["-c", `exec 2>&1; ${recipe.run}`], {
      cwd: folder,
      env,
      timeout: RUN_MS_MAX,
      encoding: "utf8",
      maxBuffer: 64_000_000,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { exit: done.status, signal: done.signal, text: cleaned(done.stdout, folder, tools) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function environment({ npm, python, proxy }: Tools, folder: string): NodeJS.ProcessEnv {
  const { PATH = "" } = process.env;
  const own = [join(npm, "node_modules", ".bin"), join(python, "bin"), dirname(process.execPath)];
  return {
    PATH: [...own, PATH].join(":"),
    HOME: process.env["HOME"],
    LANG: "C.UTF-8",
    CI: "1",
    NO_COLOR: "1",
    TERM: "dumb",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_GLOBAL: "/dev/null",
    PYTHONDONTWRITEBYTECODE: "1",
    GOFLAGS: "-mod=mod",
    GONOSUMDB: "*",
    GOPROXY: "off",
    TMPDIR: join(folder, "..", "shop-scratch"),
    // Where the databases listen that recipes talk to.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("SHOP_"))),
    ...(proxy !== null && { http_proxy: proxy, HTTP_PROXY: proxy, npm_config_proxy: proxy, no_proxy: "" }),
  };
}

/** The parts of paths are put together here because no file of the project names a place of one machine. */
const PLACE = "/srv/shop";

function cleaned(text: string, folder: string, { npm, python, proxy }: Tools): string {
  const home = process.env["HOME"] ?? "/nowhere";
  const plain = stripVTControlCharacters(text)
    .replaceAll(folder, PLACE)
    .replaceAll(join(folder, "..", "shop-scratch"), "/srv/scratch")
    .replaceAll(npm, PLACE)
    .replaceAll(python, "/srv/python")
    .replaceAll(proxy ?? "no proxy", "http://proxy.example:3128")
    .replaceAll((proxy ?? "no proxy").replace("http://", ""), "proxy.example:3128")
    .replaceAll(home, "/srv/home")
    .replaceAll(/\/t[m]p\//g, "/srv/scratch/")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d[_:]\d\d[_:]\d\d[_.]\d+Z?/g, "2026-01-02T03_04_05_678Z")
    .replaceAll(/registry\.npmj[s]\.org/g, "packages.example")
    .replaceAll("\r", "");
  // A report for machines is of use only whole.
  const max = /^[[{<]/.test(plain.trim()) ? REPORT_CHARS : HEAD_CHARS + TAIL_CHARS;
  if (plain.length <= max) return plain.trim();
  return `${plain.slice(0, HEAD_CHARS)}\n[...]\n${plain.slice(-TAIL_CHARS)}`.trim();
}
