/** On every checkpoint: did each role read what came before it, are its artifacts there, and was wisdom contributed? */
import { posix } from "node:path";
import { asList, asText } from "../../../basics/loose.ts";
import { KINDS, type Kind } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import { type State, statesIn } from "../session/states.ts";
import { type CheckSpec, type Finding, type Looked, looked, skipped } from "./check.ts";
import { missing, noMessages } from "./lacking.ts";

/** `due`: the documents that must have been written by then. */
export function processChecks(due: readonly Kind[] = KINDS): readonly CheckSpec[] {
  const look = (session: Session): Looked => lookAtArtifacts(session, due);
  return [
    { id: "upstream-consumed", title: "What came before was read", group: "process", look: lookAtConsumed },
    { id: "artifacts-exist", title: "Artifacts exist", group: "process", look },
    { id: "wisdom-contributed", title: "Wisdom was contributed", group: "process", look: lookAtContribution },
  ];
}

/** CHECKPOINT-001 asks for these two by name. */
export const briefAndRequirements: CheckSpec = {
  id: "brief-and-requirements-exist",
  title: "Brief and requirements exist",
  group: "consistency",
  look: ({ layout, documents }) => {
    const kinds = (["brief", "requirements"] as const).filter((kind) => layout.expected[kind] !== undefined);
    const gone = kinds.filter((kind) => documents[kind] === undefined);
    if (kinds.length < 2 && gone.length === 0) return skipped(`${layout.label} has no product brief`);
    return looked(
      `${kinds.length - gone.length} of ${kinds.length} exist`,
      gone.map((kind) => missing(kind, layout.expected[kind] ?? kind)),
    );
  },
};

function lookAtConsumed(session: Session): Looked {
  const { layout } = session;
  const states = statesIn(session.messages).filter(({ ref }) => ref !== null);
  if (states.length === 0) return fromFrontMatter(session);
  const file = layout.log ?? "";
  const findings = states.flatMap((state): Finding[] => {
    const own = KINDS.findIndex((kind) => isOf(kind, state.ref ?? "", session));
    const before = states.filter((each) => each.line < state.line && each.ref !== state.ref);
    const upstream = before.filter(
      ({ ref }) => own === -1 || KINDS.findIndex((kind) => isOf(kind, ref ?? "", session)) < own,
    );
    if (upstream.length === 0) return [];
    const last = upstream.at(-1)?.ref ?? "";
    if (state.consumed?.some((ref) => upstream.some((each) => isSame(ref, each.ref ?? "")))) return [];
    return [unread(state, file, last)];
  });
  return looked(`${states.length} reports with artifacts`, findings);
}

function unread(state: State, file: string, last: string): Finding {
  const name = state.task === "" ? state.role : state.task;
  return {
    level: "fail",
    what: `${name} wrote ${state.ref} and names nothing that came before it, like ${last}, as read.`,
    evidence: [{ file, line: state.line, id: name }],
    subject: `unread ${name}`,
    about: `${name} ${state.consumed?.join(" ") ?? ""}`,
  };
}

function isOf(kind: Kind, ref: string, { layout }: Session): boolean {
  const files = layout.files[kind] ?? [];
  return files.some((file) => isSame(file, ref) || file.startsWith(`${ref.replace(/\/$/, "")}/`));
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => posix.normalize(path).replace(/^(?:<session>|\.)\//, ""));
  return one === other || `/${one}`.endsWith(`/${other}`) || `/${other}`.endsWith(`/${one}`);
}

/** Where there is no log, documents may say what they were made from. */
function fromFrontMatter(session: Session): Looked {
  const none = noMessages(session);
  const named = KINDS.flatMap((kind) => {
    const shards = session.documents[kind]?.shards ?? [];
    return shards.flatMap(({ file, front }) =>
      [...asList(front["inputDocuments"]), ...asList(front["dependencies"]), ...asList(front["traces"])].flatMap(
        (each) => {
          const path = asText(each);
          return path !== undefined && /\.md$/i.test(path) ? [{ file, path }] : [];
        },
      ),
    );
  });
  if (named.length === 0) return none ?? looked("no reports with artifacts");
  const lost = named.filter(({ path }) => !session.files.all.some((file) => isSame(file, path)) && !isBeside(path));
  const findings = lost.map(
    ({ file, path }): Finding => ({
      level: "note",
      what: `${file} names ${path} as what it was made from; it is not in the session.`,
      evidence: [{ file, line: 1 }],
      subject: `input ${file} ${path}`,
      about: path,
    }),
  );
  return looked(`${named.length} documents are named as read`, findings);
}

function isBeside(path: string): boolean {
  return path.startsWith("/") || path.startsWith("..");
}

const LISTED_MAX = 20;

function lookAtArtifacts(session: Session, due: readonly Kind[]): Looked {
  const { layout, documents, files } = session;
  const isLater = (kind: Kind): boolean => kind === "plan" && layout.name === "session" && documents.plan === undefined;
  const kinds = due.filter((kind) => layout.expected[kind] !== undefined && !isLater(kind));
  const gone = kinds.filter((kind) => documents[kind] === undefined);
  const reported = statesIn(session.messages).flatMap(({ ref, line, role }) =>
    ref === null || isThere(ref, files.all) ? [] : [{ ref, line, role }],
  );
  const findings = [
    ...gone.map((kind) => missing(kind, layout.expected[kind] ?? kind)),
    ...reported.map(
      ({ ref, line, role }): Finding => ({
        level: "warn",
        what: `${role} reports ${ref}, which does not exist.`,
        evidence: [{ file: layout.log ?? "", line, id: ref }],
        subject: `artifact ${ref}`,
        about: ref,
      }),
    ),
    ...layout.lost.slice(0, LISTED_MAX).map(
      ({ file, line, path }): Finding => ({
        level: "warn",
        what: `${file}:${line} names the shard ${path}, which does not exist.`,
        evidence: [{ file, line, id: path }],
        subject: `shard ${path}`,
        about: path,
      }),
    ),
    ...layout.notes.map(
      (what): Finding => ({ level: "note", what: `${what}.`, evidence: [], subject: what, about: what }),
    ),
  ];
  return looked(`${kinds.length - gone.length} of ${kinds.length} documents`, findings);
}

function isThere(ref: string, files: readonly string[]): boolean {
  const path = posix.normalize(ref).replace(/\/$/, "");
  return files.some((file) => isSame(file, path) || `/${file}`.includes(`/${path}/`)) || /^[a-z]+:\/\//.test(ref);
}

function lookAtContribution({ layout, wisdom }: Session): Looked {
  if (!layout.keepsLog) return skipped(`${layout.label} keeps no wisdom`);
  const entries = wisdom.filter(({ text }) => /^\s*(?:[-*+]|\d+[.)])\s+\S/.test(text));
  if (entries.length > 0) return looked(`${entries.length} entries`);
  const file = layout.wisdom[0] ?? "wisdom/learnings.md";
  const what =
    layout.wisdom.length === 0
      ? "No wisdom was contributed: wisdom/ has no page."
      : "No wisdom was contributed: wisdom/ has no entries.";
  return looked("no entries", [
    { level: "warn", what, evidence: [{ file, line: 1 }], subject: "no wisdom", about: file },
  ]);
}
