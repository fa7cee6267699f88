/** `reeve cap`: what all projects of this machine may use in a day, and what each run has used of it. */

import { type CapView, liftMachineCap, machineCap, setMachineCap } from "../../../app/machine/machine-cap.ts";
import type { World } from "../../../app/world.ts";
import { present } from "../../../basics/present.ts";
import type { Money } from "../../../domain/spec/caps.ts";
import { budgetText } from "../../../domain/words/budget-text.ts";
import { usageText } from "../../../domain/words/spent.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface CapOptions extends CommonOptions {
  readonly usd?: number;
  readonly tokens?: number;
  readonly today?: boolean;
  readonly off?: boolean;
}

export async function capCommand(io: Io, { env }: Pick<World, "env">, options: CapOptions): Promise<ExitCode> {
  const { usd, tokens, today = false, off = false, json } = options;
  const limit: Money = present({ usd, tokens });
  const isSaid = Object.keys(limit).length > 0;
  if (off && (isSaid || today)) return badInput(io, json, "--off takes the limit back; leave the other options out.");
  if (today && !isSaid) return badInput(io, json, "--today needs --usd or --tokens, as in: reeve cap --usd 80 --today");
  const wish = { env, now: io.now() };
  const reply = off ? liftMachineCap(wish) : isSaid ? setMachineCap(wish, limit, today) : machineCap(wish);
  if (!reply.ok) return refuse(io, json, reply.refusal);
  if (json) printJson(io, reply.value);
  else print(io, lines(reply.value));
  return EXIT.ok;
}

function lines({ limit, isForToday, used, runs, zone }: CapView): string[] {
  const spent = usageText(used);
  return [
    limit === null
      ? "No limit over projects: each has its own budgets. `reeve cap --usd 50` sets one."
      : `All projects on this machine may use ${budgetText(limit)} ${isForToday ? "today, until midnight" : "a day"} (${zone}).`,
    `Used today: ${spent === "" ? "nothing" : spent}.`,
    ...runs.map((each) => `  ${plainText(each.project)} ${each.run}: ${usageText(each.used) || "nothing"}`),
  ];
}
