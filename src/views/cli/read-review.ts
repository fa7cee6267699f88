/** The review of a run, read from its journal, and what stands in the way of using its work. */
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import { type Review, reviewOf } from "../review.ts";
import { emptyHistory, foldHistory } from "../review-fold.ts";
import { type Obstacle, obstacleOf } from "../review-obstacle.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { holderText, type OpenedRun } from "./open-run.ts";

export async function readReview({ project, place, state }: OpenedRun, now: number): Promise<Review> {
  const history = emptyHistory();
  for await (const { at, events } of project.runs.read<Input, Event>(place.id, 1))
    for (const event of events) foldHistory(history, event, at);
  return reviewOf(state, history, now);
}

export async function obstacleTo(
  review: Review,
  { project, place }: OpenedRun,
  partial: boolean,
): Promise<Obstacle | null> {
  const holder = await project.runs.holder(place.id);
  return obstacleOf(review, { holder: holder && holderText(holder), partial });
}

export function exitOfObstacle({ kind }: Obstacle): ExitCode {
  return OBSTACLE_EXITS[kind];
}

const OBSTACLE_EXITS: Readonly<Record<Obstacle["kind"], ExitCode>> = {
  no_branch: EXIT.badInput,
  empty: EXIT.badInput,
  held: EXIT.held,
  needs_person: EXIT.needsPerson,
  unfinished: EXIT.stopped,
  halted: EXIT.halted,
  red: EXIT.failed,
  partial: EXIT.failed,
};
