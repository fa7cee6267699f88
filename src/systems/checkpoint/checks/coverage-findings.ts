/** What a comparison of ids becomes in a report: what is left out, what does not exist, and what says `All`. Pure. */
import type { Coverage } from "../documents/coverage.ts";
import type { Definition } from "../documents/definitions.ts";
import type { Finding, Level } from "./check.ts";

export interface CoverageWords {
  /** Who should cite them: "no task", "no story". */
  readonly nobody: string;
  readonly fails: (definition: Definition) => Level;
}

export function coverageFindings(coverage: Coverage, { nobody, fails }: CoverageWords): readonly Finding[] {
  const { missing, unknown, alls, untraced, defined, covered } = coverage;
  if (covered.size === 0 && defined.length > 0) return [nothingCited(coverage, nobody), ...strangers(unknown)];
  const single = missing.filter(({ id }) => !untraced.has(id.family) || id.family === "");
  return [
    ...single.map((definition) => leftOut(definition, nobody, fails(definition))),
    ...[...untraced].filter((family) => family !== "").map((family) => familyLeftOut(family, missing, nobody)),
    ...strangers(unknown),
    ...alls.map(
      ({ file, line, written }): Finding => ({
        level: "warn",
        what: `${file}:${line} cites "${written}" instead of ids; that covers nothing.`,
        evidence: [{ file, line, id: written }],
        subject: `all ${file}`,
        about: `${file} ${written}`,
      }),
    ),
  ];
}

function leftOut({ written, text, place, key }: Definition, nobody: string, level: Level): Finding {
  return {
    level,
    what: `${written} is cited by ${nobody}${text === "" ? "." : `: ${short(text)}`}`,
    evidence: [{ file: place.file, line: place.line, id: written }],
    subject: `uncovered ${key}`,
    about: `${key} ${text}`,
  };
}

/** Where a tool cites by story, the rest of the ids is not wrong. */
function familyLeftOut(family: string, missing: readonly Definition[], nobody: string): Finding {
  const all = missing.filter(({ id }) => id.family === family);
  const [first] = all;
  const span =
    all.length > 1 ? `${first?.written ?? family} to ${all.at(-1)?.written ?? family}` : (first?.written ?? family);
  return {
    level: "note",
    what: `No ${family} id is cited by ${nobody.replace(/^no /, "any ")} (${span}); they are followed by other ids only.`,
    evidence: first ? [{ file: first.place.file, line: first.place.line, id: first.written }] : [],
    subject: `untraced ${family}`,
    about: all.map(({ key }) => key).join(" "),
  };
}

function nothingCited({ defined }: Coverage, nobody: string): Finding {
  const [first] = defined;
  return {
    level: "warn",
    what: `None of the ${defined.length} ids is cited by ${nobody.replace(/^no /, "any ")}, so coverage cannot be followed.`,
    evidence: first ? [{ file: first.place.file, line: first.place.line, id: first.written }] : [],
    subject: "nothing cited",
    about: defined.map(({ key }) => key).join(" "),
  };
}

function strangers(unknown: Coverage["unknown"]): readonly Finding[] {
  return unknown.map(({ file, line, key, written }) => ({
    level: "warn",
    what: `${file}:${line} cites ${written}, which does not exist.`,
    evidence: [{ file, line, id: written }],
    subject: `unknown ${key}`,
    about: key,
  }));
}

const SHORT_MAX = 100;

export function short(text: string): string {
  return text.length <= SHORT_MAX ? text : `${text.slice(0, SHORT_MAX - 1)}…`;
}
