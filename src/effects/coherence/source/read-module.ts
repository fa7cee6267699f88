/** Source text → what is known about the module. Never fails: what cannot be read is a module nothing is known about. */
import { type Definition, type ModuleFacts, NOTHING_KNOWN } from "./module-facts.ts";
import { readPython } from "./read-python.ts";
import { readScript } from "./read-script.ts";
import type { Language } from "./source-kind.ts";
import { openSyntax } from "./syntax.ts";

export async function readModule(language: Language, source: string): Promise<ModuleFacts> {
  const read = await openSyntax(language);
  return read(source, language === "python" ? readPython : readScript) ?? NOTHING_KNOWN;
}

/** What a file defines at its top level, whether others may use it or not. */
export async function extractDefinitions(language: Language, source: string): Promise<readonly Definition[]> {
  return [...(await readModule(language, source)).definitions.values()];
}
