/** CHECKPOINT-002: do self-scores fall, and are critical questions still open? Both from the log, the questions from documents too. */
import type { Session } from "../session/session.ts";
import { type State, statesIn } from "../session/states.ts";
import { stemsOf } from "../terms/words.ts";
import { type CheckSpec, type Finding, type Looked, looked } from "./check.ts";
import { short } from "./coverage-findings.ts";
import { noMessages } from "./lacking.ts";

export const selfScores: CheckSpec = {
  id: "self-score-trend",
  title: "Self-scores do not fall by more than 10",
  group: "consistency",
  look: lookAtScores,
};
export const openQuestions: CheckSpec = {
  id: "open-questions",
  title: "No critical question is open",
  group: "consistency",
  look: lookAtQuestions,
};

const FALL_MAX = 10;

function lookAtScores(session: Session): Looked {
  const none = noMessages(session);
  if (none) return none;
  const file = session.layout.log ?? "";
  const all = statesIn(session.messages).filter((state): state is State & { score: number } => state.score !== null);
  const drafts = all.filter(({ task }) => /^DRAFT-/i.test(task));
  const scored = drafts.length > 1 ? drafts : all;
  const findings = scored.slice(1).flatMap((state, at): Finding[] => {
    const before = scored[at];
    // A scale of 0 to 1 falls by tenths.
    const unit = scored.every(({ score }) => score <= 1) ? 0.01 : 1;
    if (before === undefined || state.score >= before.score - FALL_MAX * unit) return [];
    const [now, then] = [nameOf(state), nameOf(before)];
    return [
      {
        level: "fail",
        what: `The self-score falls from ${before.score} (${then}) to ${state.score} (${now}).`,
        evidence: [
          { file, line: state.line, id: now },
          { file, line: before.line, id: then },
        ],
        subject: `score ${then} ${now}`,
        about: `${before.score} ${state.score}`,
      },
    ];
  });
  return looked(
    `${scored.length} scores${scored.length === 0 ? "" : `: ${scored.map(({ score }) => score).join(", ")}`}`,
    findings,
  );
}

function nameOf({ role, task }: State): string {
  return task === "" ? role : task;
}

function lookAtQuestions(session: Session): Looked {
  const inDocuments = markersIn(session);
  const none = noMessages(session);
  if (none?.skipped)
    return looked(inDocuments.length === 0 ? "no question is marked as open" : "questions in documents", inDocuments);
  if (none)
    return inDocuments.length === 0 ? none : looked("questions in documents", [...none.findings, ...inDocuments]);
  const states = statesIn(session.messages);
  const findings = [...lastOf(states).values()].flatMap((state) =>
    state.questions
      .filter(({ isCritical, isResolved, text }) => isCritical && !isResolved && !isAnswered(text, state, states))
      .map(
        ({ text }): Finding => ({
          level: "fail",
          what: `A critical question of ${nameOf(state)} is open: ${short(text)}`,
          evidence: [{ file: session.layout.log ?? "", line: state.line, id: nameOf(state) }],
          subject: `question ${text}`,
          about: text,
        }),
      ),
  );
  return looked(`${states.flatMap(({ questions }) => questions).length} questions in the log`, [
    ...findings,
    ...inDocuments,
  ]);
}

/** A later report of the same task replaces the earlier one. */
function lastOf(states: readonly State[]): ReadonlyMap<string, State> {
  return new Map(
    states.filter(({ questions }) => questions.length > 0).map((state) => [`${state.role} ${state.task}`, state]),
  );
}

function isAnswered(question: string, asked: State, states: readonly State[]): boolean {
  const key = stemsOf(question).join(" ");
  return states.some((state) => {
    if (state.line <= asked.line) return false;
    const isResolved = state.resolved.some((text) => stemsOf(text).join(" ") === key);
    return (
      isResolved || state.questions.some(({ text, isResolved: closed }) => closed && stemsOf(text).join(" ") === key)
    );
  });
}

const MARKER =
  /\[NEEDS[ _]CLARIFICATION[:\]]\s*([^\]]*)|^\s*[-*]\s+(?:\[\s\]\s*)?\**\[?(?:critical|blocker)\]?\**[:\s]+(\S.*)$/iu;

/** Questions that a document itself marks as unanswered. */
function markersIn({ documents }: Session): readonly Finding[] {
  return Object.values(documents).flatMap(({ lines }) =>
    lines.flatMap((line): readonly Finding[] => {
      if (line.in !== "text") return [];
      const [all, marked, critical] = MARKER.exec(line.text) ?? [];
      const isQuestion =
        all !== undefined &&
        (critical === undefined || line.headings.some((title) => /question|unknown|open/iu.test(title)));
      // What stands in backticks speaks of the marker.
      if (!isQuestion || /`[^`]*NEEDS[ _]CLARIFICATION[^`]*`/iu.test(line.text)) return [];
      const text = (marked ?? critical ?? "").trim();
      const what = `${line.file}:${line.line} still asks: ${short(text === "" ? line.text.trim() : text)}`;
      return [
        {
          level: "fail",
          what,
          evidence: [{ file: line.file, line: line.line }],
          subject: `marker ${line.file} ${text}`,
          about: line.text,
        },
      ];
    }),
  );
}
