/** Messages as receivers get them: real programs, a real server, a sendmail that is a real program on the PATH. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listen, portOf } from "../../../test/gateway/lab.ts";
import { aFolder, aProgram, aServer, NOTICE } from "../../../test/notify-lab.ts";
import type { Channel } from "../../domain/spec/notify.ts";
import { mailOf } from "./email.ts";
import { type Message, messageOf, type Sent } from "./message.ts";
import { noticeSender } from "./send-notice.ts";

function send(
  channel: Channel,
  { env = process.env, project = aFolder(), notice = NOTICE, secrets = [] as readonly string[] } = {},
): Promise<Sent> {
  const receivers = [{ name: "it", from: "info" as const, channel }];
  return noticeSender({ receivers, project, run: "r1", env, secrets })(notice, "it", new AbortController().signal);
}

test("a program gets one JSON object on its standard input, in the project's folder", async () => {
  const { dir, env } = aProgram("tell-me", 'cat > "$1"; pwd > where');
  const project = aFolder();
  expect(await send({ kind: "command", command: ["tell-me", join(dir, "got")] }, { env, project })).toEqual({
    ok: true,
  });
  const got = JSON.parse(readFileSync(join(dir, "got"), "utf8")) as Message;
  expect(got).toEqual(messageOf(NOTICE, { project, run: "r1" }));
  expect(got).toMatchObject({ id: "r1-n3", severity: "high", at: "2026-01-02T03:04:05.000Z", questions: ["q1"] });
  expect(readFileSync(join(project, "where"), "utf8").trim()).toBe(project);
});

test.each([
  ["exits with an error", "echo 'no route' >&2; exit 3", /^tell-me ended with exit code 3: no route$/, false],
  ["reads nothing and is fine", "exit 0", null, false],
  ["prints without end", "yes", /printed more/, true],
])("a program that %s", async (_what, script, detail, final) => {
  const { env } = aProgram("tell-me", script);
  const sent = await send({ kind: "command", command: ["tell-me"] }, { env });
  if (detail === null) expect(sent).toEqual({ ok: true });
  else expect(sent).toEqual({ ok: false, detail: expect.stringMatching(detail), final });
});

test("a program that is not there is not tried again", async () => {
  expect(await send({ kind: "command", command: ["no-such-program"] })).toEqual({
    ok: false,
    detail: "the program no-such-program was not found",
    final: true,
  });
});

test("a webhook gets the message as JSON, with a token of the environment", async () => {
  const { url, requests } = await aServer(200);
  const env = { ...process.env, HOOK: `${url}/hook`, HOOK_TOKEN: "letmein-123" };
  expect(await send({ kind: "webhook", url: "$HOOK", format: "json", token: "$HOOK_TOKEN" }, { env })).toEqual({
    ok: true,
  });
  expect(requests).toMatchObject([{ path: "/hook", authorization: "Bearer letmein-123", body: { id: "r1-n3" } }]);
});

test("Slack gets one text in which nothing of the message is markup", async () => {
  const { url, requests } = await aServer(200);
  await send({ kind: "webhook", url, format: "slack" });
  const body = requests[0]?.body ?? {};
  expect(Object.keys(body)).toEqual(["text"]);
  expect(body["text"]).toContain("*build asks you (q1): größer &lt;b&gt;?*\nWhich colour &amp; size?");
  expect(body["text"]).toContain("  reeve answer q1 1 --run r1");
});

test("ntfy gets topic, title, text and priority, in any script", async () => {
  const { url, requests } = await aServer(200);
  await send({ kind: "webhook", url: `${url}/deep/my-topic`, format: "ntfy" });
  expect(requests).toMatchObject([
    { path: "/deep/", body: { topic: "my-topic", title: "build asks you (q1): größer <b>?", priority: 4 } },
  ]);
});

test.each([
  [503, false],
  [429, false],
  [404, true],
  [301, true],
])("an answer of %i is a failure; trying again cannot help: %s", async (status, final) => {
  const { url } = await aServer(status);
  expect(await send({ kind: "webhook", url, format: "json" })).toEqual({
    ok: false,
    detail: expect.stringMatching(new RegExp(`^it answered ${status}(?:: it has moved; write its new address)?$`)),
    final,
  });
});

test("a server that is away is told by the system's word, and its address, which may be a key, is not told", async () => {
  const server = await listen(() => {});
  const url = `http://127.0.0.1:${portOf(server)}/T00/B00/secret`;
  await new Promise((resolve) => server.close(resolve));
  const sent = await send({ kind: "webhook", url, format: "slack" });
  expect(sent).toEqual({ ok: false, detail: "ECONNREFUSED", final: false });
  expect(await send({ kind: "webhook", url: "$NOT_SET_ANYWHERE", format: "slack" })).toMatchObject({ final: true });
});

test("a mail is handed to sendmail with its headers whole, whatever the title says", async () => {
  const { dir, env } = aProgram("sendmail", `echo "$@" > "$0.args"; cat > "$0.mail"`);
  expect(await send({ kind: "email", to: "me@example.org" }, { env })).toEqual({ ok: true });
  expect(readFileSync(join(dir, "sendmail.args"), "utf8").trim()).toBe("-i -- me@example.org");
  const [head = "", body = ""] = readFileSync(join(dir, "sendmail.mail"), "utf8").split("\n\n");
  expect(head).toContain("To: me@example.org\n");
  expect(head).toMatch(/^Subject: (=\?utf-8\?B\?[\w+/=]+\?=(\n )?)+$/m);
  expect(head).toMatch(/^Date: Fri, 02 Jan 2026 03:04:05 \+0000$/m);
  expect(head).toMatch(/^Message-ID: <reeve\.r1-n3@/m);
  expect(Buffer.from(body, "base64").toString()).toContain("Which colour & size?\n1. red\n\nIn ");
  const evil = messageOf({ ...NOTICE, title: "x\nBcc: all@example.org" }, { project: "/p", run: "r1" });
  expect(mailOf("me@example.org", evil)).not.toMatch(/^Bcc:/m);
});

test("a desktop is shown the message as arguments of a program, never as a script", async () => {
  if (process.platform === "darwin") return;
  const { dir, env } = aProgram("notify-send", `printf '%s\\n' "$@" > "$0.args"`);
  const evil = { ...NOTICE, severity: "critical" as const, title: '$(touch oops) "; rm -rf' };
  expect(await send({ kind: "desktop" }, { env, notice: evil })).toEqual({ ok: true });
  const args = readFileSync(join(dir, "notify-send.args"), "utf8");
  expect(args).toContain('--urgency=critical\n--\nReeve: $(touch oops) "; rm -rf\nWhich colour &amp; size?');
});

test("no secret leaves the machine, nor does one come back in what went wrong", async () => {
  const { dir, env } = aProgram("tell-me", `cat > "${"$0"}.got"; echo "denied for hunter2-hunter2" >&2; exit 1`);
  const notice = { ...NOTICE, text: "the key is hunter2-hunter2" };
  const sent = await send({ kind: "command", command: ["tell-me"] }, { env, notice, secrets: ["hunter2-hunter2"] });
  expect(readFileSync(join(dir, "tell-me.got"), "utf8")).toContain("the key is [redacted]");
  expect(sent).toMatchObject({ detail: "tell-me ended with exit code 1: denied for [redacted]" });
});

test("a receiver that reeve.yaml no longer names gets nothing", async () => {
  const sender = noticeSender({ receivers: [], project: aFolder(), run: "r1", env: {}, secrets: [] });
  expect(await sender(NOTICE, "it", new AbortController().signal)).toMatchObject({ ok: false, final: true });
});
