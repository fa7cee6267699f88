/** One line about what was tidied up; only what could not be removed is said aloud. */
import { CLEAN_KINDS, type CleanKind } from "../../domain/delivery/hygiene.ts";
import { countOf } from "../../domain/words/wording.ts";
import { say, type Words } from "../wording/sentence.ts";
import type { HygieneEvent } from "./events.ts";

export const words: Words<HygieneEvent> = {
  hygiene_done(event) {
    const sentence = say(null, `Hygiene ${tidiedText(event, " of earlier runs")}`, event.problems);
    return event.problems.length > 0 ? sentence : { ...sentence, loudness: "silent" };
  },
  run_cleaned: (event) => say(null, `\`reeve clean\` ${tidiedText(event, " of this run")}`, event.problems),
};

function tidiedText({ removed, bytes, problems }: HygieneEvent, whose: string): string {
  const what = CLEAN_KINDS.flatMap((kind) => (removed[kind] ? [countOf(removed[kind], NAMES[kind])] : []));
  const gone = what.length === 0 ? [] : [`removed ${what.join(", ")}${whose} (${megabytes(bytes)})`];
  const stays = problems.length === 0 ? [] : [`could not remove ${countOf(problems.length, "thing")}`];
  return [...gone, ...stays].join("; ");
}

const NAMES: Readonly<Record<CleanKind, string>> = {
  process: "orphaned agent",
  worktree: "worktree",
  branch: "branch",
  parked: "parked ref",
  logs: "log folder",
  lock: "stale lock",
  leftover: "leftover",
};

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
