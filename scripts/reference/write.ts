/** Writes docs/reference/: the pages that come from the code. A test compares each with what this would write. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { apiReference } from "./api.ts";
import { commandReference } from "./commands.ts";
import { configReference } from "./config.ts";
import { eventReference } from "./events.ts";
import { libraryReference } from "./library.ts";

export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ["commands.md", commandReference()],
    ["config.md", configReference()],
    ["events.md", eventReference().text],
    ["api.md", apiReference()],
    ["library.md", libraryReference()],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL("../../docs/reference/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of referencePages()) writeFileSync(new URL(name, folder), text);
}
