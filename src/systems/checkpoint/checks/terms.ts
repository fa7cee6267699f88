/** CHECKPOINT-001 and -002: does one thing have one name in all documents? Rules fail, proposals only warn. */
import type { Document, Kind } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import { type Drift, proposeDrifts } from "../terms/drift.ts";
import { type Rule, rulesOf, usesOf } from "../terms/glossary.ts";
import { vocabularyOf } from "../terms/vocabulary.ts";
import { type CheckSpec, type Finding, type Looked, looked } from "./check.ts";
import { lacking, present } from "./lacking.ts";

export const termsOfTwo: CheckSpec = {
  id: "terms-brief-requirements",
  title: "One thing has one name in brief and requirements",
  group: "consistency",
  look: (session) => lookAtTerms(session, ["brief", "requirements"]),
};
export const termsOfAll: CheckSpec = {
  id: "terms-all-documents",
  title: "One thing has one name in all documents",
  group: "consistency",
  look: (session) => lookAtTerms(session, ["brief", "requirements", "architecture", "epics"]),
};

const PROPOSED_MAX = 10;

function lookAtTerms(session: Session, kinds: readonly Kind[]): Looked {
  const wanted = kinds.flatMap((kind) =>
    kind === "epics" && session.layout.expected.epics === undefined ? (["plan"] as const) : [kind],
  );
  const documents = present(session, wanted);
  if (documents.length < 2) return lacking(session, wanted) ?? looked("one document only");
  const rules = rulesOf(session);
  const broken = rules.flatMap((rule) => documents.flatMap((document) => brokenBy(rule, document)));
  const proposed = proposals(documents, rules);
  const findings = [...once(broken), ...proposed.slice(0, PROPOSED_MAX)];
  return looked(`${documents.length} documents, ${rules.length} rules`, findings);
}

function brokenBy(rule: Rule, document: Document): readonly Finding[] {
  const uses = usesOf(rule, document);
  const [first] = uses;
  if (first === undefined) return [];
  return [
    {
      level: "fail",
      what: `${first.file}:${first.line} says "${rule.unwanted}" where ${rule.file}:${rule.line} has chosen "${rule.preferred}"${uses.length > 1 ? ` (${uses.length} lines)` : ""}.`,
      evidence: [
        ...uses.slice(0, 5).map(({ file, line }) => ({ file, line, id: rule.unwanted })),
        { file: rule.file, line: rule.line, id: rule.preferred },
      ],
      subject: `term ${rule.preferred} ${rule.unwanted} ${document.kind}`,
      about: uses.map(({ text }) => text).join("\n"),
    },
  ];
}

function once(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [finding.subject, finding])).values()];
}

function proposals(documents: readonly Document[], rules: readonly Rule[]): readonly Finding[] {
  const all = documents.map(vocabularyOf);
  const isKnown = (a: string, b: string): boolean =>
    rules.some(({ preferred, unwanted }) => [preferred, unwanted].includes(a) && [preferred, unwanted].includes(b));
  const drifts = all.flatMap((one, at) => all.slice(at + 1).flatMap((other) => proposeDrifts(one, other, isKnown)));
  return once(drifts.map(proposed));
}

function proposed({ one, other, why }: Drift): Finding {
  return {
    level: "warn",
    what: `"${one.written}" (${one.line.file}:${one.line.line}) and "${other.written}" (${other.line.file}:${other.line.line}) may be one thing: ${why}.`,
    evidence: [
      { file: one.line.file, line: one.line.line, id: one.written },
      { file: other.line.file, line: other.line.line, id: other.written },
    ],
    subject: `drift ${[one.written, other.written].toSorted().join(" ")}`,
    about: [one.written, other.written].toSorted().join(" "),
  };
}
