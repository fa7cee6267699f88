/** Sends messages to the receivers that reeve.yaml names, with all secrets this Reeve knows of taken out. Wiring only. */
import type { ReportText } from "../domain/notice.ts";
import type { Config } from "../domain/spec/config.ts";
import { secretsOfAll } from "../effects/masking/redact.ts";
import type { Origin } from "../effects/notify/message.ts";
import { noticeSender, type SendNotice } from "../effects/notify/send-notice.ts";

export function senderFor(
  { notify: receivers, agents }: Config,
  origin: Origin,
  report?: () => Promise<ReportText | null>,
): SendNotice {
  const { env } = process;
  const configured = Object.values(agents).map((agent) => agent.env);
  return noticeSender({ ...origin, receivers, env, secrets: secretsOfAll(configured, env), ...(report && { report }) });
}
