/** How agents tell what they do, what they found out, and each other. Their words go to the run; nothing is ordered by them. */
import { z } from "zod";
import { TALK_MAX } from "../../engine/talk/talk.ts";
import { defineTool, failed, refusedText, said } from "./tool.ts";
import { words } from "./tool-fields.ts";

const PROGRESS_LENGTH_MAX = 500;

export const progressTool = defineTool(
  "progress",
  "Say in one line what you are doing, for the people who watch.",
  z.object({ text: words(PROGRESS_LENGTH_MAX, "What you are doing now.") }),
  async ({ text }, visit) => {
    visit.progress(visit.clean(text));
    return said("Noted.");
  },
);

export const addWisdom = defineTool(
  "add_wisdom",
  "Note something you found out that the other tasks of this run should know, like a trap or a command that works. It cannot be changed afterwards.",
  z.object({ text: words(TALK_MAX.wisdomLength, "What you found out, complete in itself.") }),
  async ({ text }, visit) => {
    const answer = await visit.report({ type: "agent_learned", attempt: visit.attempt.id, text: visit.clean(text) });
    const refused = refusedText(answer);
    return refused === null ? said("Noted for all tasks of this run.") : failed([refused]);
  },
);

export const messageTool = defineTool(
  "message",
  "Write to another task of this run, or to all. Its agent finds it with read_task; nobody is interrupted.",
  z.object({
    to: words(200, 'The id of a task, or "all".'),
    text: words(TALK_MAX.messageLength, "The message, complete in itself."),
  }),
  async ({ to, text }, visit) => {
    const wrote = { to: to === "all" ? null : to, text: visit.clean(text) };
    const refused = refusedText(await visit.report({ type: "agent_wrote", attempt: visit.attempt.id, ...wrote }));
    return refused === null ? said(`Written to ${to}.`) : failed([refused]);
  },
);
