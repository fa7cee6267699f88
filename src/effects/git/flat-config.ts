/**
 * Git's configuration as a flat list of names and values: read from where git would read it, written as one file, and
 * compared with what it was. It decides which settings cannot steer what git does with files, remotes and programs; what
 * follows from a difference is decided elsewhere.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { Git } from "./git.ts";

export interface Setting {
  /** As git prints it: section and name in small letters, what stands between as it is. */
  readonly name: string;
  /** Null: named without a value, which means yes. */
  readonly value: string | null;
}

export type SettingsFound =
  | { readonly ok: true; readonly settings: readonly Setting[] }
  | { readonly ok: false; readonly failure: Failure };

/** All that counts in this place, files that include others resolved; without what the caller's environment adds. */
export async function readSettings(git: Git, cwd: string): Promise<SettingsFound> {
  const listed = await git.run(["config", "--list", "--show-scope", "--null", "--includes"], { cwd, elsewhere: true });
  if (!listed.ok) return listed;
  const fields = listed.out.split("\0");
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const scope = fields[at] ?? "";
    const setting = settingIn(fields[at + 1] ?? "");
    if (SCOPES.has(scope) && !INCLUDES.test(setting.name)) settings.push(setting);
  }
  return { ok: true, settings };
}

/** What Reeve itself says on the command line is no setting; those of one worktree alone are copied beside it. */
const SCOPES: ReadonlySet<string> = new Set(["system", "global", "local"]);
const INCLUDES = /^include(if\..*)?\.path$/;

function settingIn(text: string): Setting {
  const end = text.indexOf("\n");
  return end < 0 ? { name: text, value: null } : { name: text.slice(0, end), value: text.slice(end + 1) };
}

/** As a file that git reads. */
export function settingsText(settings: readonly Setting[]): string {
  return settings
    .map(({ name, value }) => {
      const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
      const middle = first === last ? "" : ` "${escaped(name.slice(first + 1, last))}"`;
      const set = value === null ? "" : ` = "${escaped(value).replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
      return `[${name.slice(0, first)}${middle}]\n\t${name.slice(last + 1)}${set}\n`;
    })
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}

/** Names of what is set otherwise than before, each once; what only a person's screen shows is left out. */
export function changedSettings(before: readonly Setting[], now: readonly Setting[]): readonly string[] {
  const [old, young] = [valuesOf(before), valuesOf(now)];
  const names = [...new Set([...old.keys(), ...young.keys()])];
  return names.filter((name) => old.get(name) !== young.get(name));
}

/** All values of each, less what only a person's screen shows. */
export function steeringSettings(settings: readonly Setting[]): readonly (readonly [string, string])[] {
  return [...valuesOf(settings)];
}

/** Nothing that git runs, reads, writes or talks to depends on these. */
const HARMLESS =
  /^(?:advice|alias|author|branch|browser|color|column|committer|format|gitk|gui|guitool|help|init|instaweb|interactive|log|man|pager|pull|rebase|stash|status|tag|user|versionsort|web)\./;

function valuesOf(settings: readonly Setting[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of settings) {
    if (!HARMLESS.test(name)) values.set(name, `${values.get(name) ?? ""}\0${value ?? "true"}`);
  }
  return values;
}
