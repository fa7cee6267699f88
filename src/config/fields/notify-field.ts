/** `notify:` of reeve.yaml: who is told when a person is wanted, by which way, and from which severity on. */
import { z } from "zod";
import { asList, asMapping } from "../../basics/loose.ts";
import { present } from "../../basics/present.ts";
import {
  type Channel,
  type Receiver,
  SEVERITIES,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from "../../domain/spec/notify.ts";
import type { Report } from "../yaml/open-source.ts";
import { anyText, list, mapping, name, oneOf, text } from "./fields.ts";

const WAYS = ["desktop", "bell", "command", "webhook", "email"] as const;
const HINT =
  "desktop, bell, or a mapping like { command: [my-notifier] }, { webhook: https://… }, { email: me@example.org }";
const URL_HINT = "an http or https address, or $NAME for a variable of the environment that holds it";
const MAIL_HINT = "one address, like me@example.org";

const receiver = mapping(
  {
    desktop: z.literal(true, { error: "desktop: true" }).optional().meta({ description: "notify-send or osascript." }),
    bell: z
      .literal(true, { error: "bell: true" })
      .optional()
      .meta({ description: "Rings the bell of Reeve's terminal." }),
    command: list(anyText("an argument"), "a list like [my-notifier, --flag]")
      .min(1, { error: "name the program first" })
      .optional()
      .meta({ description: "A program that gets each message as one JSON object on its standard input." }),
    webhook: text(URL_HINT)
      .regex(/^(https?:\/\/\S+|\$[A-Za-z_][A-Za-z0-9_]*)$/, { error: URL_HINT })
      .optional()
      .meta({ description: "An address that gets each message by POST; $NAME reads it from the environment." }),
    format: oneOf(WEBHOOK_FORMATS).optional().meta({
      description: "For a webhook: slack, ntfy or json. Default: by its host, else json.",
    }),
    token: text("$NAME")
      .regex(/^\$[A-Za-z_][A-Za-z0-9_]*$/, { error: "$NAME: the variable of the environment that holds it" })
      .optional()
      .meta({ description: "For a webhook: sent as Authorization: Bearer. Write $NAME, never the token itself." }),
    email: text(MAIL_HINT)
      .regex(/^[^\s@,;<>"'-][^\s@,;<>"']*@[^\s@,;<>"']+$/, { error: MAIL_HINT })
      .optional()
      .meta({ description: "An address that gets each message through this machine's sendmail." }),
    from: oneOf(SEVERITIES).default("info").meta({ description: "The lowest severity that is sent to it." }),
    report: z.literal(true, { error: "report: true" }).optional().meta({
      description: "For a command, a webhook or an email: the message that a run has ended includes its report.",
    }),
    name: name("a receiver's name").optional().meta({ description: "Its name in reports. Default: its kind." }),
  },
  HINT,
);

export const notifyField = list(z.union([oneOf(["desktop", "bell"]), receiver], { error: HINT }), `a list: ${HINT}`)
  .default([])
  .meta({
    description:
      "Who gets a message when a person is needed. Default: nobody; `reeve questions` and the screen show it.",
    examples: [["desktop", { webhook: "$SLACK_WEBHOOK", format: "slack", from: "high" }]],
  });

/** Works on unchecked values: tells all it can. */
export function checkNotify(value: unknown, report: Report): void {
  const names = new Map<string, number>();
  asList(value).forEach((each, at) => {
    const written = asMapping(each);
    const ways = typeof each === "string" ? [each] : WAYS.filter((way) => way in written);
    if (typeof each !== "string" && each === written && ways.length !== 1)
      report.mistake(
        ["notify", at],
        `this receiver names ${ways.length === 0 ? "no way" : ways.join(" and ")}`,
        `name one of ${WAYS.join(", ")}`,
      );
    checkKeys(written, at, report);
    const own = typeof written["name"] === "string" ? written["name"] : undefined;
    if (own === undefined) return;
    if (names.has(own))
      report.mistake(["notify", at, "name"], `two receivers are called ${own}`, "give it another name");
    names.set(own, at);
  });
}

/** What only some ways have. */
function checkKeys(written: Readonly<Record<string, unknown>>, at: number, report: Report): void {
  for (const key of ["format", "token"])
    if (key in written && !("webhook" in written))
      report.mistake(["notify", at, key], `${key} means nothing without webhook`, "remove it", "key");
  if ("report" in written && ("desktop" in written || "bell" in written))
    report.mistake(["notify", at, "report"], "a report fits into no desktop message and no bell", "remove it", "key");
}

export function toReceivers(file: z.output<typeof notifyField>): readonly Receiver[] {
  const receivers: Receiver[] = [];
  for (const each of file) {
    const written = typeof each === "string" ? { [each]: true as const, from: "info" as const } : each;
    const channel = toChannel(written as z.output<typeof receiver>);
    const named = "name" in written ? written.name : undefined;
    const asked = "report" in written && written.report === true ? { report: true as const } : {};
    receivers.push({ name: named ?? freeName(channel.kind, file, receivers), from: written.from, channel, ...asked });
  }
  return receivers;
}

function toChannel({ command, webhook, email, format, token, bell }: z.output<typeof receiver>): Channel {
  if (command) return { kind: "command", command };
  if (webhook) return { kind: "webhook", url: webhook, format: format ?? formatOf(webhook), ...present({ token }) };
  if (email) return { kind: "email", to: email };
  return { kind: bell ? "bell" : "desktop" };
}

function formatOf(url: string): WebhookFormat {
  const host = URL.parse(url)?.hostname ?? "";
  if (/(^|\.)slack\.com$/.test(host)) return "slack";
  return /(^|\.)ntfy\./.test(host) ? "ntfy" : "json";
}

/** webhook, webhook-2, … */
function freeName(kind: string, file: z.output<typeof notifyField>, before: readonly Receiver[]): string {
  const taken = new Set([
    ...before.map((each) => each.name),
    ...file.flatMap((each) => (typeof each === "string" ? [] : (each.name ?? []))),
  ]);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? kind : `${kind}-${number}`;
    if (!taken.has(free)) return free;
  }
}
