/** The commands on an example's page, so that tests run what people read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));

/** The lines of the page's nth block of commands, as words. Making a copy of the folder is left out: tests do that first. */
export function commandsOf(name: string, block = 0): string[][] {
  const page = readFileSync(join(EXAMPLES, name, "README.md"), "utf8");
  const text = [...page.matchAll(/```(?:sh)?\n([\s\S]*?)```/g)][block]?.[1] ?? "";
  const lines = text.split("\n").filter((line) => line !== "" && !/^c[dp] /.test(line));
  return lines.map((line) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word));
}
