/** What came of a call, as the files and the agent's last words tell it. Looks only; whether it will do is judged elsewhere. */
import type { SpokenEnd } from "../../../effects/roles/spoken-end.ts";
import type { BoardFiles } from "../files/board-files.ts";
import type { KeptBoard } from "../files/kept-board.ts";
import { nameOf } from "../files/paths.ts";
import { workLogOf } from "../files/task-file.ts";
import { digest } from "./loop-rules.ts";
import type { AttemptEnded, Call, Received } from "./loop-types.ts";

interface Seen {
  readonly files: BoardFiles;
  readonly kept: KeptBoard;
  /** It was stopped because its time was up. */
  readonly isLate: boolean;
}

export function endOfCall(call: Call, end: SpokenEnd, { files, kept, isLate }: Seen): AttemptEnded {
  const isManager = call.role === "Manager";
  const log = workLogOf(files.text(nameOf(call.task)) ?? "");
  const read = isManager ? files.readBoard() : null;
  const isComplete = read?.ok === true && read.board.phase === "complete";
  return {
    type: "attempt_ended",
    attempt: call.attempt,
    received: received(end, isLate),
    hasEntry: log !== "" && digest(log) !== call.round,
    ...touch(!isManager && kept.isTouched(call.attempt), copyOf(call, { files, kept })),
    board: read?.ok ? { next: isComplete ? null : read.board.current, tasks: read.board.tasks, isComplete } : null,
  };
}

function touch(
  isBoardTouched: boolean,
  refusedCopy: string | null,
): Pick<AttemptEnded, "isBoardTouched" | "refusedCopy"> {
  return { isBoardTouched, ...(isBoardTouched && refusedCopy !== null && { refusedCopy }) };
}

/** Null where nothing can be kept: the file was removed, or a link stands in its place. */
function copyOf({ attempt }: Call, { files, kept }: Pick<Seen, "files" | "kept">): string | null {
  return files.boardText() === null ? null : files.shown(kept.refusedPath(attempt));
}

function received(end: SpokenEnd, isLate: boolean): Received {
  if (end.type === "said") return { type: "said", value: end.value };
  if (end.type === "unreadable") return { type: "nothing", why: `the agent ${end.problem}` };
  if (end.type === "failed") return { type: "nothing", why: end.failure.message };
  return isLate ? { type: "nothing", why: "the agent did not answer in time and was stopped" } : { type: "stopped" };
}
