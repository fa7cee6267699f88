/** What people are told of a board: that it is complete, or that it stands and what to do. One message when it ends; a stop that was ordered needs none. */

import type { Notice } from "../../../domain/notice.ts";
import { hears, type ReceiverName } from "../../../domain/spec/notify.ts";
import { plainText } from "../../../domain/words/wording.ts";
import { nextNotice } from "../../../engine/notice/outbox.ts";
import type { Loop, LoopEnd } from "./loop-types.ts";
import { endSentence } from "./loop-words.ts";

export function noticeOfEnd({ notices, receivers, board }: Loop, end: LoopEnd, at: number): Notice | null {
  if (end.type === "stopped") return null;
  const isDone = end.type === "complete";
  const severity = isDone ? "info" : "high";
  const to = receivers.filter((each: ReceiverName) => hears(each, severity)).map(({ name }) => name);
  if (to.length === 0) return null;
  return {
    id: nextNotice(notices),
    severity,
    cause: `board ${end.type}`,
    title: isDone ? `${board}: the board is complete` : `${board} waits for you`,
    text: plainText(endSentence(end)),
    commands: isDone ? [] : [`reeve kanban run ${board}`],
    questions: [],
    again: 0,
    to,
    at,
  };
}
