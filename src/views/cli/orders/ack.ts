/** `reeve ack`: you know of a question and will answer it; it stays open, and nobody reminds you of it. */
import { openQuestions } from "../../../app/look/questions.ts";
import { findProject } from "../../../app/project/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io } from "../io.ts";
import { refuse } from "../refuse.ts";
import { orderCommand } from "./order.ts";

export interface AckOptions extends CommonOptions {
  readonly all?: boolean;
}

export async function ackCommand(io: Io, given: readonly string[], options: AckOptions): Promise<ExitCode> {
  const { all = false, json, run } = options;
  if (all === given.length > 0) return badInput(io, json, "Which question? reeve ack q1, or reeve ack --all.");
  const asked = all ? await openQuestions(findProject(io.cwd), run, io.now()) : null;
  if (asked !== null && !asked.ok) return refuse(io, json, asked.refusal);
  const ids = asked === null ? given : asked.value.map(({ question }) => question.id);
  if (ids.length === 0) return refuse(io, json, { what: "nothing_asked" });
  for (const question of ids) {
    const code = await orderCommand(io, { type: "ack", question }, options);
    if (code !== EXIT.ok) return code;
  }
  return EXIT.ok;
}
