/**
 * One subagent per tick, also where somebody writes the body while it is asked: what only workers wrote leaves the answer
 * standing, and it is used again. After any other change a configured agent is not asked a second time: the next tick decides.
 * The sandbox is looked at just before an agent is asked, so a tick that asks nobody costs no look.
 */
import type { Config } from "../../domain/spec/config.ts";
import { digestBesideSignals } from "../../systems/epic/body/seal.ts";
import type { TickPorts } from "../../systems/epic/tick/tick-types.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { registryOf } from "./registry.ts";
import type { EpicAgents, TickEnd, TickWish } from "./tick-epic.ts";

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
      if (known !== null && known.key !== key) throw new NotAsked(overtaken(role));
      known ??= {
        key,
        answer: await behindWalls(config, () => world.askEpic({ project, config, role, ask, file, signal })),
      };
      return known.answer;
    },
  };
}

/** What a tick answers that could not ask; what else is thrown is a bug. */
export function notAsked(error: unknown): Reply<TickEnd> {
  if (!(error instanceof NotAsked)) throw error;
  return error.reply;
}

async function behindWalls(config: Config, ask: () => Promise<unknown>): Promise<unknown> {
  const { lookAtWalls } = await import("../run/look-at-walls.ts");
  const walls = await lookAtWalls(config);
  if (!walls.ok) throw new NotAsked(walls);
  return ask();
}

function overtaken(role: string): Reply<TickEnd> {
  const sentence = `Nothing is decided: the epic was changed while ${role} was asked, so that the answer is about another body. The next tick decides.`;
  return granted({ ended: "nothing", sentence, waits: "workers", warnings: [] });
}

class NotAsked extends Error {
  readonly reply: Reply<TickEnd>;
  constructor(reply: Reply<TickEnd>) {
    super("not asked");
    this.reply = reply;
  }
}
