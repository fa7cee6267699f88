/** The review of a run, read from its journal, and what stands in the way of using its work. */
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import { readRun } from "../../journal/read-run.ts";
import { holderOf } from "../../runtime/lock.ts";
import { EXIT, type ExitCode } from "../../views/cli/exit-codes.ts";
import { holderText, type OpenedRun } from "../project/open-run.ts";
import { type Obstacle, obstacleOf } from "./obstacle.ts";
import { type Review, reviewOf } from "./review.ts";
import { emptyHistory, foldHistory } from "./review-history.ts";

export async function readReview({ journal, state }: OpenedRun, now: number): Promise<Review> {
  const history = emptyHistory();
  for await (const { at, events } of readRun<Input, Event>(journal, 1))
    for (const event of events) foldHistory(history, event, at);
  return reviewOf(state, history, now);
}

export function obstacleTo(review: Review, { place }: OpenedRun, partial: boolean): Obstacle | null {
  const holder = holderOf(place.dir);
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
