/**
 * Gemini CLI reads settings only from files in its home. Where Reeve has something to add, it gets a home of the attempt's
 * own: all that is in the person's one appears there as links (login, sessions, extensions), except the settings, which
 * are copied with Reeve's added. The person's files are never changed by this.
 */
import { readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { asMapping } from "../../../../basics/loose.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import type { Loose } from "../json-line.ts";
import type { GeminiSettings } from "./gemini-command.ts";

const FOLDER = ".gemini";
const SETTINGS = "settings.json";
/** Sessions lie here: it has to be there before it can be linked. */
const SESSIONS = "tmp";

export type GeminiHome =
  | { readonly ok: true; readonly home: string }
  | { readonly ok: false; readonly sentence: string };

export async function layGeminiHome(
  settings: GeminiSettings,
  { scratch, env }: { readonly scratch: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<GeminiHome> {
  const theirs = join(env["GEMINI_CLI_HOME"] ?? env["HOME"] ?? homedir(), FOLDER);
  await makeFolder(join(theirs, SESSIONS));
  const read = await readSettings(join(theirs, SETTINGS));
  if (!read.ok) return read;
  const home = join(scratch, "gemini-home");
  const ours = join(home, FOLDER);
  // Laid anew whenever the attempt is: only links are in it.
  await rm(ours, { recursive: true, force: true });
  await makeFolder(ours, 0o700);
  for (const name of await readdir(theirs)) {
    if (name !== SETTINGS) await symlink(join(await realpath(theirs), name), join(ours, name));
  }
  await writeFile(join(ours, SETTINGS), JSON.stringify(merged(read.settings, settings)), { mode: 0o600 });
  return { ok: true, home };
}

function merged(theirs: Loose, ours: GeminiSettings): Loose {
  const sections = Object.entries(ours).map(([name, keys]) => [name, { ...asMapping(theirs[name]), ...keys }] as const);
  return { ...theirs, ...Object.fromEntries(sections) };
}

type Read = { readonly ok: true; readonly settings: Loose } | { readonly ok: false; readonly sentence: string };

async function readSettings(path: string): Promise<Read> {
  const text = await readFile(path, "utf8").catch(() => "{}");
  try {
    return { ok: true, settings: asMapping(JSON.parse(withoutComments(text))) };
  } catch {
    const sentence = `${path} cannot be read as JSON, so Reeve's settings cannot be added to it. Fix the file.`;
    return { ok: false, sentence };
  }
}

/** Gemini CLI allows comments in its settings. What looks like one inside a text is none. */
function withoutComments(text: string): string {
  return text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_all, quoted?: string) => quoted ?? "");
}
