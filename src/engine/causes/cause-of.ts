/**
 * A failure → the cause it comes from. Exact error texts come first, in the order that its class suggests; then what the
 * classifier says it is about; then the skeleton of its telling line. A failure about which none of these says anything
 * is alone: a class alone never makes a cause. A function of the failure only, so the order of arrival cannot matter.
 */

import { displaySafe } from "../../domain/words/display-safe.ts";
import { meetingNames } from "./meeting-names.ts";
import { isEverywhere } from "./names/background.ts";
import { moduleName, pathName } from "./names/path-name.ts";
import { tellingLine } from "./names/skeleton.ts";
import { ACCOUNT_CAUSES, NETWORK_RULES } from "./rules/account-cause.ts";
import type { CauseRule, Family, Found, Parts } from "./rules/cause-rule.ts";
import { FAMILIES } from "./rules/class-families.ts";
import { CODE_RULES } from "./rules/code-rules.ts";
import { FILE_RULES } from "./rules/file-rules.ts";
import { INSTALL_RULES } from "./rules/install-rules.ts";
import { DISK, MACHINE_RULES } from "./rules/machine-rules.ts";
import { MODULE_RULES } from "./rules/module-rules.ts";
import { SCHEMA_RULES } from "./rules/schema-rules.ts";
import { SUBJECT_CAUSES } from "./rules/subject-causes.ts";
import type { Cause, SeenFailure } from "./seen-failure.ts";
import { ruledNames } from "./shared-name.ts";
import { signatureOf } from "./signature.ts";

export function causeOf(given: SeenFailure): Cause {
  const { subject: told, ...rest } = given;
  const bare: SeenFailure = { ...rest, text: bounded(given.text) };
  const whole: SeenFailure = told === undefined ? bare : { ...bare, subject: told.slice(0, LINE_MAX) };
  const own = ownCause(whole);
  const cause: Cause = { ...own, meets: meetingNames(own.key, own.meets, whole) };
  if (whole.upstream === undefined) return cause;
  const name = keyOf("upstream", whole, { name: `${whole.run ?? ""} ${whole.upstream}` });
  const looser = isAlone(cause) ? [] : [cause.key, ...cause.looser];
  return { ...cause, key: name, looser, meets: [], says: `what ${whole.upstream} was to provide is missing or wrong` };
}

/** It shares its cause with nobody. */
export function isAlone(cause: Cause): boolean {
  return cause.key.startsWith(ALONE);
}

/** `meets` is null where the rule that fits names no thing; then what the failure is about does. */
type OwnCause = Omit<Cause, "meets"> & { readonly meets: Cause["meets"] | null };

function ownCause(seen: SeenFailure): OwnCause {
  const account = ACCOUNT_CAUSES[seen.class];
  if (account) {
    const found = account(seen);
    return found ? toCause("network", seen, found, firstLine(seen.text)) : (bySubject(seen) ?? alone(seen));
  }
  const families = FAMILIES[seen.class];
  if (families.length === 0) return bySubject(seen) ?? alone(seen);
  return byRules(seen, families) ?? bySubject(seen) ?? ofMachine(seen) ?? bySignature(seen) ?? alone(seen);
}

const ALONE = "alone:";
const RULES: readonly CauseRule[] = [
  ...MODULE_RULES,
  ...SCHEMA_RULES,
  ...FILE_RULES,
  ...MACHINE_RULES,
  ...INSTALL_RULES,
  ...NETWORK_RULES,
  ...CODE_RULES,
];

function byRules(seen: SeenFailure, families: readonly Family[]): OwnCause | null {
  for (const family of families) {
    for (const rule of RULES) {
      if (rule.family !== family) continue;
      const match = rule.find.exec(seen.text);
      const found = match && rule.read(partsOf(match, seen.text), seen);
      if (match && found && found.name !== "") return toCause(family, seen, found, lineAt(seen.text, match));
    }
  }
  return null;
}

function partsOf(match: RegExpExecArray, text: string): Parts {
  return { at: (group) => match[group] ?? "", line: lineAt(text, match), text };
}

function bySubject(seen: SeenFailure): OwnCause | null {
  const read = SUBJECT_CAUSES[seen.class];
  if (read === undefined || seen.subject === undefined || !/\w{2}/.test(seen.subject)) return null;
  if ((read[0] === "module" || read[0] === "symbol") && isEverywhere("code", moduleName(seen.subject))) return null;
  if ((read[0] === "file" || read[0] === "syntax") && isEverywhere("file", pathName(seen.subject))) return null;
  if (read[0] === "git" && isEverywhere("branch", seen.subject.toLowerCase())) return null;
  if (read[0] === "machine" && isEverywhere("program", seen.subject.toLowerCase())) return null;
  if (read[0] === "setting" && isEverywhere("setting", seen.subject.toLowerCase().replace(/^.*\//, ""))) return null;
  const found = read[1](seen.subject, seen.text);
  if (found === null) return null;
  const keys = keysOf(read[0], seen, found).map(about);
  return {
    ...causeFrom(found, tellingLine(seen.text)?.line ?? firstLine(seen.text)),
    key: keys[0] ?? "",
    looser: keys.slice(1),
    meets: null,
  };
}

/** A machine has one disk: who says in words of its own that it is full says the same as all others. */
function ofMachine(seen: SeenFailure): OwnCause | null {
  return seen.class === "disk_full" ? toCause("machine", seen, DISK, firstLine(seen.text)) : null;
}

/** What is known from a classifier's word alone; an exact text may mean the same, an exact text is never bent to it. */
function about(key: string): string {
  return `about ${key}`;
}

function bySignature(seen: SeenFailure): OwnCause | null {
  const found = signatureOf(seen);
  // Lines that sound alike share what they say; the thing one of them may be about is not said by the other.
  return found && { ...toCause("signature", seen, found, found.line), meets: [] };
}

function toCause(family: string, seen: SeenFailure, found: Found, line: string): OwnCause {
  const [own = "", ...looser] = keysOf(family, seen, found);
  const named = bySubject(seen)?.key;
  const abouts = [own, ...looser].map(about).concat(named ?? []);
  return {
    ...causeFrom(found, line),
    key: own,
    looser: [...new Set([...looser, ...abouts])],
    meets: ruledNames(family, found.name, seen),
  };
}

/** Its own key, then those of its looser names; who says little does not say whether it lies in the project. */
function keysOf(family: string, seen: SeenFailure, { name, looser = [], everywhere = false }: Found): string[] {
  const loose = looser.flatMap((each) => [
    keyOf(family, seen, { name: each, everywhere }),
    keyOf(family, seen, { name: each, everywhere: false }),
  ]);
  return [...new Set([keyOf(family, seen, { name, everywhere }), ...loose])];
}

function causeFrom({ kind, says }: Found, line: string): Omit<Cause, "key" | "looser" | "meets"> {
  return { kind, says, line: line.slice(0, LINE_MAX) };
}

function keyOf(
  family: string,
  { project }: SeenFailure,
  { name, everywhere }: Pick<Found, "name" | "everywhere">,
): string {
  return `${family}:${everywhere ? "" : (project ?? "")}|${name}`;
}

function alone(seen: SeenFailure): OwnCause {
  const line = tellingLine(seen.text)?.line ?? firstLine(seen.text);
  return {
    key: `${ALONE}${seen.id}`,
    looser: [],
    meets: null,
    kind: "unknown",
    says: line === "" ? "nothing shows what it has in common with others" : line.slice(0, LINE_MAX),
    line: line.slice(0, LINE_MAX),
  };
}

const LINE_MAX = 300;
const HEAD_MAX = 8_000;
const TAIL_MAX = 16_000;

/** The beginning and the end of the text and of long lines, so that every rule has little to read; colours gone. */
function bounded(text: string): string {
  const cut = text.length > HEAD_MAX + TAIL_MAX ? `${text.slice(0, HEAD_MAX)}\n${text.slice(-TAIL_MAX)}` : text;
  return displaySafe(cut.replace(/\r\n?/g, "\n")).replace(LONG_LINE, "$1 … $2");
}

const LONG_LINE = /^(.{1200}).{400,}(.{400})$/gm;

function lineAt(text: string, { index }: RegExpExecArray): string {
  const from = text.lastIndexOf("\n", index - 1) + 1;
  const to = text.indexOf("\n", index);
  return text.slice(from, to === -1 ? undefined : to).trim();
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
