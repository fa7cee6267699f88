/**
 * One subagent per tick, also where somebody writes the body while it is asked: what only workers wrote leaves the answer
 * standing, and it is used again. After any other change a configured agent is not asked a second time: the next tick decides.
 */
import type { Config } from "../../domain/spec/config.ts";
import { digestBesideSignals } from "../../systems/epic/body/seal.ts";
import type { Ticked } from "../../systems/epic/tick/tick.ts";
import type { TickPorts } from "../../systems/epic/tick/tick-types.ts";
import type { Project } from "../project/project.ts";
import { registryOf } from "./registry.ts";
import type { EpicAgents, TickWish } from "./tick-epic.ts";

export function askOnce(
  world: EpicAgents,
  project: Project,
  config: Config,
  file: string,
  { signal }: TickWish,
): Pick<TickPorts, "ask"> {
  let known: { readonly key: string; readonly answer: unknown } | null = null;
  return {
    ask: async (ask, body) => {
      const { role } = ask;
      if (config.epic.roles[role] === undefined) {
        const { answerByRules } = await import("../../systems/epic/roles/rules.ts");
        return answerByRules(ask, body, registryOf(config));
      }
      const key = `${JSON.stringify(ask)} ${digestBesideSignals(body.text, file)}`;
      if (known !== null && known.key !== key) throw new Overtaken(role);
      known ??= { key, answer: await world.askEpic({ project, config, role, ask, file, signal }) };
      return known.answer;
    },
  };
}

/** Nothing is decided; what else is thrown is a bug. */
export function overtaken(error: unknown): Extract<Ticked, { ended: "nothing" }> {
  if (!(error instanceof Overtaken)) throw error;
  const sentence = `Nothing is decided: the epic was changed while ${error.role} was asked, so that the answer is about another body. The next tick decides.`;
  return { ended: "nothing", sentence, waits: "workers", warnings: [] };
}

class Overtaken extends Error {
  readonly role: string;
  constructor(role: string) {
    super("overtaken");
    this.role = role;
  }
}
