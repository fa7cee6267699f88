/** Sends a test message to every receiver that reeve.yaml names, whatever its severity, once each, and tells what came of it. Nothing is written down. */

import type { Notice } from "../../domain/notice.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { Channel } from "../../domain/spec/notify.ts";
import type { Origin, Sent } from "../../effects/notify/message.ts";
import type { SendNotice } from "../../effects/notify/send-notice.ts";
import { loadConfig } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";

/** Leaves the machine, so it comes from outside. */
export interface Notifier {
  readonly senderFor: (config: Config, origin: Origin) => Promise<SendNotice>;
}

export interface Tried {
  readonly receiver: string;
  readonly kind: Channel["kind"];
  readonly sent: Sent;
}

export async function testReceivers(
  world: Notifier,
  project: Project,
  now: number,
  signal: AbortSignal,
): Promise<Reply<readonly Tried[]>> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "notify" });
  const receivers = config.value.notify;
  if (receivers.length === 0) return refused({ what: "no_receivers" });
  const send = await world.senderFor(config.value, { project: project.root, run: "test" });
  const tried = receivers.map(async ({ name, channel }) => ({
    receiver: name,
    kind: channel.kind,
    sent: await send(testNotice(name, now), name, signal),
  }));
  return granted(await Promise.all(tried));
}

function testNotice(receiver: string, at: number): Notice {
  return {
    id: "n1",
    severity: "info",
    cause: "test",
    title: "A test message",
    text: "Messages of Reeve reach you here.",
    commands: ["reeve questions"],
    questions: [],
    again: 0,
    to: [receiver],
    at,
  };
}
