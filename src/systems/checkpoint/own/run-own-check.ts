/** How each kind of check of a person's own is looked at. Programs and agents come in from outside; files are only read. */

import { parse } from "yaml";
import { z } from "zod";
import { type CheckSpec, type Evidence, type Finding, type Looked, looked, skipped } from "../checks/check.ts";
import { coverageFindings } from "../checks/coverage-findings.ts";
import { coverageOf } from "../documents/coverage.ts";
import { KINDS } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import { type Rule, usesOf } from "../terms/glossary.ts";
import { agent, type CheckTools, command } from "./ask-outside.ts";
import { documentAt, matches, nothing } from "./documents-named.ts";
import type { OwnCheck } from "./own-checks.ts";

/** `file` declares them. */
export function ownCheckSpec(check: OwnCheck, tools: CheckTools, file: string): CheckSpec {
  return {
    id: check.id,
    title: check.title,
    group: "consistency",
    look: (session) => look(check, session, tools, file),
  };
}

/** From a file that agents may have written: what runs something is left out. */
export function untrustedCheckSpec(check: OwnCheck, tools: CheckTools, file: string): CheckSpec {
  const spec = ownCheckSpec(check, tools, file);
  if (check.kind !== "command" && check.kind !== "agent") return spec;
  const why = `${file} lies in the session, so its ${check.kind} is not run; --trust runs it`;
  return { ...spec, look: () => skipped(why) };
}

async function look(check: OwnCheck, session: Session, tools: CheckTools, file: string): Promise<Looked> {
  switch (check.kind) {
    case "trace":
      return trace(check, session, file);
    case "term":
      return terms(check, session, file);
    case "exists":
      return exists(check, session);
    case "schema":
      return schema(check, session, file);
    case "command":
      return command(check, session, tools, file);
    case "agent":
      return agent(check, session, tools, file);
  }
}

function trace(check: OwnCheck & { readonly kind: "trace" }, session: Session, file: string): Looked {
  const from = documentAt(session, check.from);
  const to = check.to.flatMap((ref) => documentAt(session, ref) ?? []);
  if (from === null || to.length === 0) return nothing(check, file, from === null ? check.from : check.to.join(", "));
  const { defined, missing, unknown, ...rest } = coverageOf(from, to);
  const isMeant = (family: string): boolean =>
    check.ids.length === 0 || check.ids.some((each) => family === each || family.startsWith(`${each}-`));
  const own = {
    ...rest,
    defined: defined.filter(({ id }) => isMeant(id.family)),
    missing: missing.filter(({ id }) => isMeant(id.family)),
    unknown,
    untraced: new Set<string>(),
  };
  const findings = coverageFindings(own, { nobody: check.to.join(" or "), fails: () => check.level });
  return looked(`${own.defined.length - own.missing.length} of ${own.defined.length} ids cited`, findings);
}

function terms(check: OwnCheck & { readonly kind: "term" }, session: Session, file: string): Looked {
  const refs = check.documents.length === 0 ? KINDS : check.documents;
  const documents = refs.flatMap((ref) => documentAt(session, ref) ?? []);
  const rules = Object.entries(check.terms).flatMap(([preferred, others]) =>
    others.map((unwanted): Rule => ({ preferred, unwanted, file, line: 1 })),
  );
  const findings = rules.flatMap((rule) =>
    documents.flatMap((document) => {
      const uses = usesOf(rule, document);
      const evidence = uses.slice(0, 5).map(({ file: at, line }): Evidence => ({ file: at, line, id: rule.unwanted }));
      const what = `"${rule.unwanted}" stands for "${rule.preferred}" on ${uses.length} lines of the ${document.kind}.`;
      return uses.length === 0
        ? []
        : [
            {
              level: check.level,
              what,
              evidence,
              subject: `term ${rule.preferred} ${rule.unwanted} ${document.kind}`,
              about: uses.map(({ text }) => text).join("\n"),
            },
          ];
    }),
  );
  return looked(`${documents.length} documents, ${rules.length} rules`, findings);
}

function exists({ paths, level }: OwnCheck & { readonly kind: "exists" }, { files }: Session): Looked {
  const gone = paths.filter((path) => !files.all.some((file) => matches(path, file)));
  const findings = gone.map(
    (path): Finding => ({
      level,
      what: `${path} does not exist.`,
      evidence: [{ file: path, line: 1 }],
      subject: path,
      about: path,
    }),
  );
  return looked(`${paths.length - gone.length} of ${paths.length} exist`, findings);
}

function schema(check: OwnCheck & { readonly kind: "schema" }, { files }: Session, file: string): Looked {
  const [text, rules] = [files.read(check.file), files.read(check.schema)];
  if (text === null || rules === null) return nothing(check, file, text === null ? check.file : check.schema);
  try {
    const validator = z.fromJSONSchema(JSON.parse(rules) as Parameters<typeof z.fromJSONSchema>[0]);
    const result = validator.safeParse(parse(text));
    const issues = result.success ? [] : result.error.issues;
    const findings = issues.map(({ path, message }): Finding => {
      const at = path.map(String).join(".");
      return {
        level: check.level,
        what: `${check.file}: ${at === "" ? "" : `${at}: `}${message}`,
        evidence: [{ file: check.file, line: lineOf(text, path.map(String)), ...(at !== "" && { id: at }) }],
        subject: `${check.file} ${at}`,
        about: message,
      };
    });
    return looked(`${check.file} against ${check.schema}`, findings);
  } catch (error) {
    const what = `${check.file} or ${check.schema} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return looked("unreadable", [
      { level: "warn", what, evidence: [{ file: check.file, line: 1 }], subject: check.file, about: what },
    ]);
  }
}

/** The line of the last key of a path that is written in the file. */
function lineOf(text: string, path: readonly string[]): number {
  const lines = text.split("\n");
  let at = 0;
  for (const key of path) {
    const next = lines.findIndex(
      (line, index) => index >= at && new RegExp(`["']?${key.replace(/[^\w-]/g, ".")}["']?\\s*:`).test(line),
    );
    if (next !== -1) at = next;
  }
  return at + 1;
}
