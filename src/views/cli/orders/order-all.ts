/** `reeve brake --all` and `reeve release --all`: one order to every open run of this machine, and what became of it in each. */
import { brakeAll, type RunOrdered, releaseAll } from "../../../app/orders/order-all.ts";
import type { Reply } from "../../../app/reply.ts";
import type { World } from "../../../app/world.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface AllOptions extends CommonOptions {
  readonly all?: boolean;
}

export async function brakeAllCommand(io: Io, { env }: Pick<World, "env">, reason: string, { json }: AllOptions) {
  const opening = "The brake of this machine is pulled: no run begins or resumes until `reeve release --all`.";
  return show(io, json, opening, await brakeAll(reason, { env, now: io.now() }));
}

export async function releaseAllCommand(io: Io, { env }: Pick<World, "env">, { json }: AllOptions): Promise<ExitCode> {
  const opening = "The brake of this machine is released; in each run one agent works until its first task is done.";
  return show(io, json, opening, await releaseAll({ env, now: io.now() }));
}

async function show(
  io: Io,
  json: boolean | undefined,
  opening: string,
  reply: Reply<readonly RunOrdered[]>,
): Promise<ExitCode> {
  if (!reply.ok) return refuse(io, json, reply.refusal);
  const runs = reply.value.map(({ project, run, given }) => ({ project, run, how: given?.how ?? "not_taken" }));
  if (json) printJson(io, { runs });
  else print(io, [opening, ...runs.map(lineOf), `${countOf(runs.length, "open run")} on this machine.`]);
  return EXIT.ok;
}

const HOW: Readonly<Record<string, string>> = {
  done: "taken",
  late: "sent, not taken yet",
  waits: "no Reeve is running it; the next one takes it first",
  not_taken: "nothing to do there",
};

function lineOf({
  project,
  run,
  how,
}: {
  readonly project: string;
  readonly run: string;
  readonly how: string;
}): string {
  return `  ${plainText(project)} ${run}: ${HOW[how] ?? how}`;
}
