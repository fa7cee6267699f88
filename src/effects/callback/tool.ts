/** What a tool is: its name and words for the model, the form of its arguments, and what it does for one attempt. */
import { z } from "zod";
import type { McpTool } from "../../basics/answer-mcp.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { QuestionId } from "../../domain/work/question.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Answer, Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { talkRefusalText } from "../../engine/talk/refusals.ts";
import type { AttemptFolder } from "../processes/attempt-folder.ts";

/** One call of one attempt that is alive. */
export interface Visit {
  readonly attempt: Attempt;
  readonly task: Task;
  /** As it was when the call began. */
  readonly state: State;
  /** As it is now. */
  readonly look: () => Promise<State>;
  readonly folder: AttemptFolder;
  /** Null: it could not be recorded. */
  readonly report: (input: Input) => Promise<Answer | null>;
  readonly progress: (text: string) => void;
  /** Until something became of the question, at most so long, and no longer than the agent holds the line. */
  readonly wait: (question: QuestionId, waitMs: number) => Promise<void>;
  /** With no secret of the agent's in it. */
  readonly clean: <T>(value: T) => T;
}

export interface Reply {
  readonly text: string;
  /** The agent should do something else, or the same better. */
  readonly isError?: true;
}

export interface Tool extends McpTool {
  readonly call: (args: unknown, visit: Visit) => Promise<Reply>;
}

/** Arguments that do not fit are told back, so that the agent can correct them. */
export function defineTool<S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  call: (args: z.output<S>, visit: Visit) => Promise<Reply>,
): Tool {
  let inputSchema: Tool["inputSchema"] | undefined;
  return {
    name,
    description,
    // Made when an agent first asks for the list: most runs start without anybody asking.
    get inputSchema() {
      inputSchema ??= jsonSchemaOf(schema);
      return inputSchema;
    },
    call: async (args, visit) => {
      const checked = schema.safeParse(args ?? {});
      return checked.success ? call(checked.data, visit) : failed(checked.error.issues.map(sentence));
    },
  };
}

function jsonSchemaOf(schema: z.ZodObject): Tool["inputSchema"] {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  return { ...rest, type: "object" };
}

export function said(text: string): Reply {
  return { text };
}

export function failed(problems: readonly string[]): Reply {
  return { text: `Not taken:\n${problems.map((problem) => `- ${problem}`).join("\n")}`, isError: true };
}

/** What became of a report: null where it was taken. */
export function refusedText(answer: Answer | null): string | null {
  if (answer === null) return NOT_RECORDED;
  if (answer.type !== "refused") return null;
  const { refusal } = answer;
  if (refusal.what === "unknown_task") return `There is no task ${refusal.task} in this run; read_task names them.`;
  if (refusal.what === "attempt_over" || refusal.what === "nobody_to_ask") return talkRefusalText(refusal);
  if (refusal.what === "not_for_a_person" || refusal.what === "said_enough") return talkRefusalText(refusal);
  return NOT_RECORDED;
}

const NOT_RECORDED =
  "Reeve cannot record this at the moment. Continue without it, and give your result in the way the task describes.";

function sentence({ path, message }: z.core.$ZodIssue): string {
  const where = path.map((part) => (typeof part === "number" ? `[${part}]` : String(part))).join(".");
  return where === "" ? message : `${where}: ${message}`;
}
