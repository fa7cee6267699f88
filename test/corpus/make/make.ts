/**
 * Makes the corpus anew: `node test/corpus/make/make.ts NPM_FOLDER PYTHON_FOLDER [PART]` runs every recipe with the real
 * toolchains of this machine and writes what they printed to `test/corpus/made.jsonl`. Recipes whose tool is missing are
 * named and left out; with PART only recipes whose id holds it are run, and the others are kept.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Recipe, readRecipes } from "./recipe.ts";
import { runRecipe, type Told } from "./run-recipe.ts";

const PROXY_PORT = 8_765;
const target = fileURLToPath(new URL("../made.jsonl", import.meta.url));
const [npm = "", python = "", part = ""] = process.argv.slice(2);
if (npm === "" || python === "") throw new Error("Give the folder with the npm tools and the Python environment.");

const kept = new Map<string, string>();
if (existsSync(target) && part !== "")
  for (const line of readFileSync(target, "utf8").split("\n"))
    if (line !== "") kept.set((JSON.parse(line) as { id: string }).id, line);

const lines: string[] = [];
for (const recipe of readRecipes()) {
  const known = kept.get(recipe.id);
  if (part !== "" && !recipe.id.includes(part)) {
    if (known !== undefined) lines.push(known);
    continue;
  }
  const told = await withServers(recipe);
  const missing = /command not found|not found: (?:true)?$/.test(told.text) && recipe.class !== "file_not_found";
  if (told.exit === 0 || told.text === "" || missing) process.stderr.write(`left out (${told.exit}): ${recipe.id}\n`);
  else lines.push(lineOf(recipe, told));
}
writeFileSync(target, `${lines.join("\n")}\n`);
process.stderr.write(`${lines.length} outputs\n`);

async function withServers(recipe: Recipe): Promise<Told> {
  const { answers, listens, silent } = recipe;
  const proxy = answers ? `http://127.0.0.1:${PROXY_PORT}` : null;
  if (!answers && listens === undefined && silent === undefined) return runRecipe(recipe, { npm, python, proxy });
  const program = fileURLToPath(new URL("servers.ts", import.meta.url));
  const server = spawn(
    process.execPath,
    [program, JSON.stringify({ answers, listens, silent, proxyPort: PROXY_PORT })],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(server.stdout, "data");
  try {
    return runRecipe(recipe, { npm, python, proxy });
  } finally {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
}

function lineOf({ id, tool, class: of, restart, subject, group }: Recipe, { exit, signal, text }: Told): string {
  return JSON.stringify({ id, tool, exit, ...(signal && { signal }), class: of, restart, subject, group, text });
}
