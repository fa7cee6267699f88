/**
 * Makes the corpus anew: `node test/corpus/make/make.ts NPM_FOLDER PYTHON_FOLDER [PART]` runs every recipe with the real
 * toolchains of this machine and writes what they printed to `test/corpus/made.jsonl`, and what tools printed that only
 * measure to `kept-apart.jsonl`. Recipes whose tool is missing are named and left out; with PART only recipes whose id
 * holds it are run, and the others are kept. PART `fresh` means all of fresh tools that have no output yet.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Recipe, readRecipes } from "./recipe.ts";
import { runRecipe, type Told } from "./run-recipe.ts";

const PROXY_PORT = 8_765;
const targets = { made: fileOf("made"), keptApart: fileOf("kept-apart") };
const [npm = "", python = "", part = ""] = process.argv.slice(2);
if (npm === "" || python === "") throw new Error("Give the folder with the npm tools and the Python environment.");

const kept = new Map<string, string>();
for (const target of Object.values(targets))
  if (existsSync(target) && part !== "")
    for (const line of readFileSync(target, "utf8").split("\n"))
      if (line !== "") kept.set((JSON.parse(line) as { id: string }).id, line);

const told: Record<keyof typeof targets, string[]> = { made: [], keptApart: [] };
for (const recipe of readRecipes()) {
  const lines = told[recipe.keptApart ? "keptApart" : "made"];
  const known = kept.get(recipe.id);
  if (part !== "" && !(part === "fresh" ? recipe.fresh && known === undefined : recipe.id.includes(part))) {
    if (known !== undefined) lines.push(known);
    continue;
  }
  const printed = await withServers(recipe);
  const missing = /command not found|not found: (?:true)?$/.test(printed.text) && recipe.class !== "file_not_found";
  if (printed.exit === 0 || printed.text === "" || missing)
    process.stderr.write(`left out (${printed.exit}): ${recipe.id}\n`);
  else lines.push(lineOf(recipe, printed));
}
for (const which of ["made", "keptApart"] as const) {
  writeFileSync(targets[which], `${told[which].join("\n")}\n`);
  process.stderr.write(`${which}: ${told[which].length} outputs\n`);
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../${name}.jsonl`, import.meta.url));
}

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
