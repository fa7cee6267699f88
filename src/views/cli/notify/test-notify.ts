/** `reeve notify test`: a test message to each receiver, and what came of it. */
import { type Tried, testReceivers } from "../../../app/notify/test-receivers.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Desk } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export async function testNotifyCommand({ io, world, signal }: Desk, { json }: CommonOptions): Promise<ExitCode> {
  const reply = await testReceivers(world, findProject(io.cwd), io.now(), signal);
  if (!reply.ok) return refuse(io, json, reply.refusal);
  if (json) for (const { receiver, kind, sent } of reply.value) printJson(io, { receiver, kind, ...sent });
  else print(io, reply.value.map(lineOf));
  return reply.value.every(({ sent }) => sent.ok) ? EXIT.ok : EXIT.failed;
}

function lineOf({ receiver, sent }: Tried): string {
  return sent.ok
    ? `${receiver}: the message was taken.`
    : `${receiver}: ${sent.detail}. ${sent.final ? "Correct notify: in reeve.yaml." : "It may pass; in a run Reeve tries again."}`;
}
