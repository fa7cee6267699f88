/** Why a person cannot step into a task's folder. */
import type { Refusal } from "../../app/refusal.ts";
import { plainText } from "../words.ts";

type Steps = "no_worktree" | "no_session" | "no_program";

export const STEP_WORDS: { readonly [W in Steps]: (refusal: Extract<Refusal, { what: W }>) => string } = {
  no_worktree: ({ task, status }) =>
    status === "done"
      ? `${task} is done and its worktree is gone; \`reeve review\` shows its work.`
      : `${task} has no worktree yet: nobody has worked on it. \`reeve why ${task}\` says what it waits for.`,
  no_session: ({ task, agent }) =>
    `No session of ${agent} is known for ${task}, so there is none to resume; \`reeve open ${task}\` opens a shell.`,
  no_program: ({ program, how }) =>
    `There is no program ${plainText(program)} here, so nothing was stopped. ${PROGRAM_NEXT[how]}`,
};

const PROGRAM_NEXT: Readonly<Record<Extract<Refusal, { what: "no_program" }>["how"], string>> = {
  shell: "Set SHELL to your shell, then try again.",
  editor: "Set VISUAL or EDITOR to your editor, or leave out --editor for a shell.",
  agent: "Install it, or leave out --agent for a shell.",
};
