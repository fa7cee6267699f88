/** `reeve tick EPIC --interactive`: after the tick, what waits for the person is asked here, one line each. Nothing else ever asks. */
import { createInterface } from "node:readline/promises";
import { answerTurn, openTurns } from "../../../app/epic/answer-turn.ts";
import type { Project } from "../../../app/project/project.ts";
import { plainText } from "../../words.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type Io, print } from "../io.ts";
import { refuse } from "../refuse.ts";

/** Null: all that could be asked was. */
export async function askPerson(io: Io, project: Project, epic: string): Promise<ExitCode | null> {
  const wish = { cwd: io.cwd, epic, now: io.now() };
  const turns = openTurns(project, wish);
  if (!turns.ok) return refuse(io, false, turns.refusal);
  if (turns.value.length === 0) return null;
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  for (const turn of turns.value) {
    io.out(plainText(`${turn.question} ${turn.type === "decide" ? "(your words, or nothing)" : "[y/N]"} `));
    const { value, done } = await lines.next();
    if (done) {
      io.out("\n");
      return null;
    }
    const answered = await answerTurn(project, wish, turn, value);
    if (answered?.ok === false) return refuse(io, false, answered.refusal);
    print(io, [answered === null ? "Left as it is." : plainText(answered.value.sentence)]);
  }
  return null;
}
