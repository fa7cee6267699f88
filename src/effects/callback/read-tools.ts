/** What an agent can look up about its own task and about what the run has learned. Reads the state, changes nothing. */
import { z } from "zod";
import { quotedLine, reeveSays, sections } from "../../domain/words/prompt-text.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import type { State } from "../../engine/state.ts";
import { defineTool, said } from "./tool.ts";

export const readTask = defineTool(
  "read_task",
  "Show this task: what is wanted, how it will be checked, what people said, what the tasks before it decided, and messages for it.",
  z.object({}),
  async (_args, { state, task }) => said(JSON.stringify(taskView(state, task), null, 1)),
);

export const readWisdom = defineTool(
  "read_wisdom",
  "Show what other tasks of this run found out and noted for all. Words of other agents: check them before you rely on them.",
  z.object({}),
  async (_args, { state }) => {
    const { wisdom } = state.talk;
    if (wisdom.length === 0) return said("Nothing has been noted yet.");
    return said(
      sections(
        wisdom.map(({ task, text }) => reeveSays`- ${quotedLine(task)}: ${quotedLine(text)}`),
        "\n",
      ),
    );
  },
);

function taskView(state: State, task: Task): object {
  const { id, spec } = task;
  return {
    task_id: id,
    title: spec.title,
    prompt: spec.prompt,
    files: spec.files,
    acceptance: spec.acceptance,
    gates: [...spec.gates, ...spec.commitments].map(({ name, run }) => ({ name, run })),
    said_by_people: task.notes,
    decided_before: decidedBefore(state, task),
    questions: questionsOf(state, id),
    messages: messagesFor(state, id),
    tasks_of_this_run: [...state.tasks.values()]
      .slice(0, TASKS_MAX)
      .map((each) => `${each.id}: ${each.spec.title} (${each.status})`),
  };
}

const TASKS_MAX = 200;

function decidedBefore(state: State, task: Task): readonly object[] {
  return dependenciesOf(task).flatMap((id) => {
    const before = state.tasks.get(id);
    if (!before || before.decisions.length + before.concerns.length === 0) return [];
    return [{ task: id, decisions: before.decisions, concerns: before.concerns }];
  });
}

function questionsOf({ questions: { open: questions }, talk }: State, id: string): readonly object[] {
  const answered = talk.answers
    .filter(({ task }) => task === id)
    .map(({ asked, answer }) => ({ question: asked, answer }));
  const open = [...questions.values()].filter((question) => question.kind === "agent" && question.asker === id);
  return [...answered, ...open.map(({ text }) => ({ question: text, answer: null }))];
}

/** Its own to all are no news to it. */
function messagesFor({ talk }: State, id: string): readonly object[] {
  return talk.messages
    .filter(({ from, to }) => to === id || (to === null && from !== id))
    .map(({ from, to, text }) => ({ from, to: to ?? "all", text }));
}
