#!/usr/bin/env node
/**
 * The `reeve` command. Decides only whether this Node and this checkout can run it, then hands over to `main`.
 * Plain JavaScript that old versions of Node can still read, so that they get a sentence and not a syntax error.
 */
import { existsSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";

const oldestNode = [22, 18];
const entry = new URL("../dist/main.js", import.meta.url);

if (isTooOld(process.versions.node)) {
  refuse(
    `Reeve needs Node ${oldestNode.join(".")} or newer, but ${process.execPath} is Node ${process.versions.node}.`,
    "Install a newer Node (https://nodejs.org) or put it first in PATH, then run the command again.",
  );
} else if (!existsSync(entry)) {
  refuse(
    "Reeve is not built in this checkout: dist/main.js is missing.",
    "Run `npm run build`, then run the command again.",
  );
} else {
  silenceSqliteWarning();
  keepCompiledCode();
  const { main } = await import(entry.href);
  const exitCode = await main(process.argv.slice(2));
  if (typeof exitCode === "number") process.exitCode = exitCode;
}

function isTooOld(version) {
  const [major, minor] = version.split(".").map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
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

/** A faster start. Node's own place for it is shared by all users of the machine, so it goes to the user's cache. */
function keepCompiledCode() {
  const home = process.env.XDG_CACHE_HOME || process.env.HOME;
  if (!home || !existsSync(home)) return;
  module.enableCompileCache(join(process.env.XDG_CACHE_HOME || join(home, ".cache"), "reeve", "compiled"));
}
