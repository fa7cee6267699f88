/** What a failure is about: a module, a file, a table, a host. Found in or near the line that told it, and made comparable. */

import { localPath } from "./entities/local-path.ts";
import { named } from "./hits.ts";
import type { Line } from "./lines.ts";
import type { Rule, SubjectSource } from "./rule.ts";
import { PROVIDERS } from "./rules/apis/providers.ts";

const LENGTH_MAX = 200;

export interface Place {
  readonly lines: readonly Line[];
  readonly at: number;
  readonly tool?: string | null | undefined;
}

export function findSubject(source: SubjectSource | undefined, place: Place): string | undefined {
  if (source === undefined) return undefined;
  if ("is" in source) return source.is;
  if ("near" in source) {
    const found = nearest(source.near, place, source.back ?? 0, source.ahead ?? 0);
    return found === undefined ? findSubject(source.else, place) : (source.as ?? "*").replace("*", () => found);
  }
  return providerOf(place);
}

/** The line itself first, then outwards, before after. */
function nearest(pattern: RegExp, { lines, at }: Place, back: number, ahead: number): string | undefined {
  for (let distance = 0; distance <= Math.max(back, ahead); distance++) {
    const before = distance <= back ? groupsAt(at - distance) : undefined;
    const found = before ?? (distance > 0 && distance <= ahead ? groupsAt(at + distance) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;

  function groupsAt(index: number): string | undefined {
    const line = lines[index];
    return line === undefined ? undefined : named(pattern.exec(line.text)?.groups);
  }
}

function providerOf({ lines, tool }: Place): string | undefined {
  for (const { host, words } of PROVIDERS)
    if (lines.some((line) => words.some((word) => line.lower.includes(word)))) return host;
  return PROVIDERS.find(({ tools }) => tools.includes(tool?.toLowerCase() ?? ""))?.host;
}

/** Quotes, brackets, positions and places of one machine fall away, so that the same thing has the same name everywhere. */
export function normalSubject(
  found: string,
  { class: of, restart }: Pick<Rule, "class" | "restart">,
  root?: string,
): string | undefined {
  const bare = found
    .slice(0, LENGTH_MAX * 2)
    .trim()
    .replace(/^(?:[`'"“‘(]|<[\w-]+>\/)+|[`'"”’>;,]+$/g, "")
    .replace(/^file:\/\//, "")
    .replace(/^https?:\/\/(?:[^@/]*@)?([^/:]+).*$/, "$1")
    .replace(/(?<=.)[?#].*$/, "")
    .replace(/(?<=\.[a-z]{1,5})(?::\d+){1,2}$/i, "")
    .replace(/(?<=\w)[.:]+$/, "");
  const short = localPath(bare, root).slice(0, LENGTH_MAX);
  // The same module is asked for from many folders, the same program found in many places.
  if (of === "import_error") return known(moduleOf(short));
  if (of === "file_not_found" && restart === "terminal") return known(short.replace(/^.*\//, ""));
  return known(of === "crash" ? short.toLowerCase() : short);
}

function moduleOf(short: string): string {
  if (/^[A-Z]\w*(?:\/[A-Z]\w*)+$/.test(short)) return short.replaceAll("/", "::");
  return short.replace(/^(?:\.{1,2}\/)+/, "");
}

function known(short: string): string | undefined {
  return short === "" ? undefined : short;
}
