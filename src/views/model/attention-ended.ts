/** What was given up, one row for each cause; a red whole; and a run that is ready to be reviewed. Part of `attention`. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { TaskView } from "../../app/look/parts/task-view.ts";
import { capital, countOf, plainText, withoutStop } from "../../domain/words/wording.ts";
import { becauseSentence } from "../../engine/wording/because-words.ts";
import { acts } from "./act.ts";
import type { Around, AttentionRow } from "./attention.ts";
import { heldBehind, row } from "./attention-row.ts";

export function endRows(view: FleetView, around: Around): AttentionRow[] {
  return [...gaveUpRows(view), ...redRows(view), ...reviewRows(view, around)];
}

/** Those who ended only because another did are held by that one's row. */
function gaveUpRows(view: FleetView): AttentionRow[] {
  const gaveUp = view.tasks.filter(
    ({ status, because }) => status === "given_up" && because?.rule !== "upstream_ended",
  );
  const groups = new Map<string, TaskView[]>();
  for (const task of gaveUp) {
    const key = causeKey(view, task);
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups].map(([key, tasks]) => gaveUpRow(view, key, tasks));
}

function patternOf({ patterns }: FleetView, id: string) {
  return patterns.find(({ fix, members }) => fix === id || members.includes(id));
}

function causeKey(view: FleetView, { id, because }: TaskView): string {
  const pattern = patternOf(view, id);
  if (pattern) return `cause:${pattern.id}`;
  const facts = because?.facts ?? {};
  const about = facts["subject"] ?? facts["message"];
  return about === undefined ? `gave_up:${id}` : `gave_up:${because?.rule} ${facts["class"] ?? ""} ${about}`;
}

function gaveUpRow(view: FleetView, id: string, tasks: readonly TaskView[]): AttentionRow {
  const [first] = tasks as readonly [TaskView, ...TaskView[]];
  const pattern = patternOf(view, first.id);
  const ids = [...new Set([...tasks.map((task) => task.id), ...(pattern?.members ?? [])])];
  const why = first.because === null ? null : capital(plainText(becauseSentence(first.because)));
  const what = pattern
    ? `${withoutStop(plainText(pattern.rootCause))}, and ${pattern.fix} could not fix it`
    : tasks.length === 1
      ? `${first.id} was given up`
      : `${countOf(tasks.length, "task")} were given up for one reason`;
  const target = pattern?.fix ?? first.id;
  return row(
    {
      id,
      kind: "gave_up",
      state: "failed",
      severity: "high",
      since: Math.min(...tasks.map(({ since }) => since)),
      began: "gave up",
      what,
      acts: [acts.retry(target), acts.skip(target), acts.why(target)],
    },
    { detail: why, evidence: first.because?.evidence ?? [], tasks: ids, held: heldBehind(view, ids) },
  );
}

/** Where nobody asks about it any more. */
function redRows({ integration, questions, run }: FleetView): AttentionRow[] {
  if (integration?.check !== "red" || questions.some(({ kind }) => kind === "whole" || kind === "halt")) return [];
  return [
    row({
      id: "run:red",
      kind: "gave_up",
      state: "failed",
      severity: "high",
      since: run.endedAt,
      began: "red",
      what: "The integrated work fails its gates",
      acts: [acts.review(), acts.status()],
    }),
  ];
}

function reviewRows(view: FleetView, { isLanded }: Around): AttentionRow[] {
  const { run, integration, counts, total } = view;
  const isReady = run.phase === "ended" && counts.done > 0 && integration !== null && integration.check !== "red";
  if (!isReady || isLanded === true) return [];
  const proved = `${counts.done} of ${total} proved`;
  return [
    row(
      {
        id: "run:review",
        kind: "review",
        state: "review",
        severity: "info",
        since: run.endedAt,
        began: "ended",
        what: `${plainText(run.title)} is ready to review`,
        acts: [acts.review(), acts.land()],
      },
      { detail: `${proved}${integration.check === "green" ? ", the whole is green" : ""}.` },
    ),
  ];
}
