/** What a simulated agent says while it works, by chance: also an agent that has ended, and to tasks that are not there. */
import type { TalkInput } from "../../src/engine/talk/inputs.ts";
import { blocked, done } from "../../src/testing/outcomes.ts";
import type { World } from "./world.ts";

export function randomTalk({ dice, state }: World): TalkInput {
  const attempt = dice.pick([...state.attempts.live.keys(), "gone.1"]);
  const task = attempt.slice(0, attempt.lastIndexOf("."));
  const text = dice.pick(["which way?", "how far?"]);
  const said = dice.pick([blocked(task, { uncertain_about: text }), done(task), done(task)]);
  return dice.pick<TalkInput>([
    { type: "agent_asked", attempt, text, options: [], waitMs: dice.pick([0, 1_000, 240_000]) },
    { type: "agent_asked", attempt, text, options: [], waitMs: 60_000, blocked: "ambiguous_spec" },
    { type: "agent_learned", attempt, text: `fact ${dice.int(0, 9)}` },
    { type: "agent_wrote", attempt, to: dice.pick([null, "nobody", ...state.tasks.keys()]), text: "a word" },
    ...(said.type === "done" || said.type === "blocked"
      ? [{ type: "result_reported", attempt, result: said.result } as const]
      : []),
  ]);
}
