#!/usr/bin/env node
/**
 * The `reeve` command. Decides only whether this Node and this checkout can run it, then hands over to `main`. An older Node
 * hands over to a newer one that lies beside Reeve, or says how to get one.
 * Plain JavaScript that old versions of Node can still read, so that they get a sentence and not a syntax error.
 */
import { existsSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const oldestNode = [22, 18];
const entry = new URL("../dist/main.js", import.meta.url);

if (isTooOld(process.versions.node)) {
  const processes = await import("node:child_process");
  const newer = newerNode(processes);
  if (newer) handOver(processes, newer);
  else
    refuse(
      `Reeve needs Node ${oldestNode.join(".")} or newer, but ${process.execPath} is Node ${process.versions.node}.`,
      "`npm install -g node@24` puts one beside it, or set REEVE_NODE to one.",
    );
} else if (!existsSync(entry)) {
  refuse(
    "Reeve is not built in this checkout: dist/main.js is missing.",
    "Run `npm run build`, then run the command again.",
  );
} else {
  silenceSqliteWarning();
  const [, , first, , third] = process.argv;
  if (first === "watch" || (first === "-C" && third === "watch")) staySmall();
  else keepCompiledCode();
  const { main } = await import(entry.href);
  const exitCode = await main(process.argv.slice(2));
  if (typeof exitCode === "number") process.exitCode = exitCode;
}

function isTooOld(version) {
  const [major, minor] = version.split(".").map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
}

/** What the person names, or the npm package `node`, here or beside this one. */
function newerNode({ spawnSync }) {
  const named = process.env.REEVE_NODE;
  const found = named ? [named] : broughtNode();
  return found.find((path) => {
    const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
    return status === 0 && !isTooOld(stdout.trim().replace(/^v/, ""));
  });
}

function broughtNode() {
  try {
    const file = module.createRequire(import.meta.url).resolve("node/package.json");
    return [join(dirname(file), "bin", "node")];
  } catch {
    return [];
  }
}

/**
 * It gets our terminal, arguments and end. What is typed (Ctrl-C) reaches both of us and is its to obey. A request to end comes
 * to us alone, and so does hanging up where no shell is between us and the terminal.
 */
function handOver({ spawn }, node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
  for (const signal of ["SIGHUP", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) =>
    refuse(`${node} could not be started (${error.message}).`, "Set REEVE_NODE to another."),
  );
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of ["SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"]) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

function refuse(what, next) {
  process.stderr.write(`reeve: ${what} ${next}\n`);
  process.exitCode = 1;
}

/** Node 22 calls node:sqlite experimental on every start. Reeve's tests cover it there; every other warning is shown. */
function silenceSqliteWarning() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (String(warning).startsWith("SQLite is an experimental feature")) return;
    emitWarning.call(process, warning, ...rest);
  };
}

/**
 * For screens that stay open all night: they compute little and keep little, so code is not made faster at the price of
 * memory, and the young generation stays as small as it begins. Before anything else is loaded, because memory that was
 * taken once stays taken.
 */
function staySmall() {
  for (const flag of ["--no-opt", "--no-maglev", "--no-sparkplug", "--semi-space-growth-factor=1"]) {
    setFlagsFromString(flag);
  }
}

/** A faster start. Node's own place for it is shared by all users of the machine, so it goes to the user's cache. */
function keepCompiledCode() {
  const home = process.env.XDG_CACHE_HOME || process.env.HOME;
  if (!home || !existsSync(home)) return;
  module.enableCompileCache(join(process.env.XDG_CACHE_HOME || join(home, ".cache"), "reeve", "compiled"));
}
