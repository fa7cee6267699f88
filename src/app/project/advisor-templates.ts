/**
 * Reads the texts with which advisors are asked: the person's own where one is named, Reeve's otherwise. They are checked
 * here, before anything starts; whoever fills them in later can rely on it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Checked, Mistake } from "../../config/mistakes/mistake.ts";
import { decodeUtf8 } from "../../config/yaml/decode-utf8.ts";
import { openSource, type Tell } from "../../config/yaml/open-source.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { Advisors } from "../../domain/work/advisor.ts";
import type { AdvisorRole } from "../../domain/work/role-answers.ts";
import { templateMistakes } from "./check-template.ts";
import { shown } from "./project.ts";

/** A template that is missing is a mistake in reeve.yaml; one that cannot be filled in is a mistake in that template. */
export function withTemplates(config: Config, root: string, source: { text: string; file: string }): Checked<Config> {
  const told: Parameters<Tell>[] = [];
  const inTemplates: Mistake[] = [];
  const entries = Object.entries(config.advisors).map(([role, settings]) => {
    const read = (name: string, configured: string) => {
      const found = readTemplate({ root, role, name, configured }, (...mistake) => void told.push(mistake));
      inTemplates.push(...found.mistakes);
      return found.text;
    };
    const template = read(role, settings.template);
    const replan = role === ("planner" satisfies AdvisorRole) ? { replanTemplate: read("replan", "") } : {};
    return [role, { ...settings, template, ...replan }];
  });
  const mistakes = [...placed(told, source), ...inTemplates];
  if (mistakes.length > 0) return { ok: false, mistakes, warnings: [] };
  return { ok: true, value: { ...config, advisors: Object.fromEntries(entries) as Advisors }, warnings: [] };
}

/** The file is read a second time only where a place in it is to be named. */
function placed(told: readonly Parameters<Tell>[], { text, file }: { text: string; file: string }): readonly Mistake[] {
  if (told.length === 0) return [];
  const opened = openSource(text, file, { lengthMax: text.length, emptyHint: "" });
  if (!opened.ok) return opened.mistakes;
  for (const mistake of told) opened.report.mistake(...mistake);
  const checked = opened.report.finish(() => null);
  return checked.ok ? [] : checked.mistakes;
}

interface Wanted {
  readonly root: string;
  readonly role: string;
  /** Of the text: a role, or another occasion on which it is asked. */
  readonly name: string;
  /** The path that reeve.yaml names; empty: none. */
  readonly configured: string;
}

interface Read {
  readonly text: string;
  readonly mistakes: readonly Mistake[];
}

const OWN_TEMPLATES = ".reeve-templates";
const TEMPLATES = fileURLToPath(new URL("../../effects/roles/templates", import.meta.url));

function readTemplate({ root, role, name, configured }: Wanted, tell: Tell): Read {
  const builtIn = readFileSync(join(TEMPLATES, `${name}.txt`), "utf8");
  const inFolder = join(root, OWN_TEMPLATES, `${name}.txt`);
  if (configured === "" && !existsSync(inFolder)) return { text: builtIn, mistakes: [] };
  const path = configured === "" ? inFolder : resolve(root, configured);
  const bytes = readOwn(path);
  if (!(bytes instanceof Uint8Array)) {
    const what = `the template of the ${role}, ${shown(path)}, ${bytes.why}`;
    const at = configured === "" ? ["advisors", role] : ["advisors", role, "template"];
    tell(at, what, "its path is relative to the folder of reeve.yaml; without one Reeve's own text is used");
    return { text: "", mistakes: [] };
  }
  const decoded = decodeUtf8(bytes, shown(path));
  if (!decoded.ok) return { text: "", mistakes: [decoded.mistake] };
  return { text: decoded.text, mistakes: templateMistakes(decoded.text, shown(path), builtIn) };
}

function readOwn(path: string): Uint8Array | { readonly why: string } {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { why: "does not exist" };
    return { why: code === "EISDIR" ? "is a folder" : `cannot be read (${code ?? message})` };
  }
}
