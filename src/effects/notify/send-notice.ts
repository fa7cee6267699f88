/**
 * Sends a message to one receiver, exhaustively by kind, with every known secret taken out of it first and out of what is told
 * of a failure. It tries once and says what came of it; when to try again is decided by the rules. Never rejects.
 */
import { never } from "../../domain/bug.ts";
import { ENDED_CAUSE, type Notice, type ReportText } from "../../domain/notice.ts";
import type { Receiver } from "../../domain/spec/notify.ts";
import { redact } from "../masking/redact.ts";
import { ringBell, sendDesktop } from "./desktop.ts";
import { sendEmail } from "./email.ts";
import { type Message, messageOf, notSent, type Origin, type Sent } from "./message.ts";
import { type ReceiverPlace, runReceiver } from "./run-receiver.ts";
import { sendWebhook, textOf } from "./webhook.ts";

export interface SendOptions extends Origin {
  readonly receivers: readonly Receiver[];
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: readonly string[];
  /** What became of the run, once it has ended. */
  readonly report?: () => Promise<ReportText | null>;
}

export type SendNotice = (notice: Notice, receiver: string, signal: AbortSignal) => Promise<Sent>;

export function noticeSender(options: SendOptions): SendNotice {
  const { receivers, env, project } = options;
  const secrets = [...options.secrets, ...receivers.flatMap((each) => ownSecrets(each, env))];
  return async (notice, name, signal) => {
    const receiver = receivers.find((each) => each.name === name);
    if (receiver === undefined) return notSent("reeve.yaml no longer names it", true);
    const message = redact(messageOf(notice, options, await reportFor(notice, receiver, options)), secrets);
    return redact(await sendTo(receiver, message, { project, env, signal }), secrets);
  };
}

/** A report that cannot be made keeps no message back. */
async function reportFor({ cause }: Notice, { report }: Receiver, options: SendOptions): Promise<ReportText | null> {
  if (cause !== ENDED_CAUSE || report !== true || options.report === undefined) return null;
  return options.report().catch(() => null);
}

function sendTo({ channel }: Receiver, message: Message, place: ReceiverPlace): Promise<Sent> {
  switch (channel.kind) {
    case "desktop":
      return sendDesktop(message, process.platform, place);
    case "bell":
      return Promise.resolve(ringBell());
    case "command":
      return runReceiver({ command: channel.command, input: `${JSON.stringify(message)}\n` }, place);
    case "webhook":
      return sendWebhook(channel, message, place);
    case "email":
      return sendEmail(channel.to, message, place);
    default:
      return never(channel, "channel");
  }
}

/** The address of a webhook is its key. */
function ownSecrets({ channel }: Receiver, env: NodeJS.ProcessEnv): readonly string[] {
  if (channel.kind !== "webhook") return [];
  const values = [channel.url, ...(channel.token === undefined ? [] : [channel.token])];
  return values.flatMap((value) => textOf(value, env) ?? []);
}
