/** `notify:` as it is written and what becomes of it; its mistakes are told with their place. */
import { expect, test } from "vitest";
import { formatMistake } from "../mistakes/mistake.ts";
import { parseConfig } from "../parse-config.ts";

const AGENT = "agents: { a: { adapter: command, command: run-it } }\n";

function receivers(notify: string) {
  const checked = parseConfig(`${AGENT}notify: ${notify}\n`, "reeve.yaml");
  return checked.ok ? checked.value.notify : checked.mistakes.map(formatMistake);
}

test("receivers have a name, a severity to hear from, and a way", () => {
  expect(
    receivers(
      "[desktop, bell, {command: [./tell, me], from: high}, {webhook: 'https://hooks.slack.com/x'}, {webhook: 'https://ntfy.sh/t', token: $T}, {email: me@example.org, name: post}]",
    ),
  ).toEqual([
    { name: "desktop", from: "info", channel: { kind: "desktop" } },
    { name: "bell", from: "info", channel: { kind: "bell" } },
    { name: "command", from: "high", channel: { kind: "command", command: ["./tell", "me"] } },
    { name: "webhook", from: "info", channel: { kind: "webhook", url: "https://hooks.slack.com/x", format: "slack" } },
    {
      name: "webhook-2",
      from: "info",
      channel: { kind: "webhook", url: "https://ntfy.sh/t", format: "ntfy", token: "$T" },
    },
    { name: "post", from: "info", channel: { kind: "email", to: "me@example.org" } },
  ]);
});

test.each([
  ["[pigeon]", /"pigeon", which is not known/],
  ["[{ from: high }]", /names no way/],
  ["[{ command: [x], email: me@example.org }]", /names command and email/],
  ["[{ desktop: true, token: $X }]", /token means nothing without webhook/],
  ["[{ bell: true, report: true }]", /a report fits into no desktop message and no bell/],
  ["[{ email: me@example.org, report: maybe }]", /report: true/],
  ["[{ webhook: 'ftp://x' }]", /an http or https address/],
  ["[{ webhook: 'https://x', token: sk-123456 }]", /\$NAME/],
  ["[{ email: '-oQ/tmp@x' }]", /one address/],
  ["[{ email: 'a@b, c@d' }]", /one address/],
  ["[{ command: [x], name: me }, { bell: true, name: me }]", /two receivers are called me/],
])("%s is a mistake", (notify, told) => {
  expect(receivers(notify)).toEqual(expect.arrayContaining([expect.stringMatching(told)]));
});
