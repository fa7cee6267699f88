/** The report that goes with the news of a run's end: to whom, in which form, and what becomes of one that cannot be made. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder, aProgram, aServer, NOTICE } from "../../../test/notify-lab.ts";
import type { Notice } from "../../domain/notice.ts";
import type { Channel } from "../../domain/spec/notify.ts";
import { noticeSender } from "./send-notice.ts";

const ENDED: Notice = { ...NOTICE, cause: "ended", title: "A plan: all is done", text: "All done.", questions: [] };
const LONG = {
  markdown: `# Report with hunter2-secret\n${"a line of it\n".repeat(1_000)}`,
  html: "<!doctype html><p>größer hunter2-secret",
};

function sendReport(
  channel: Channel,
  options: { env?: NodeJS.ProcessEnv; notice?: Notice; report?: () => Promise<typeof LONG> } = {},
) {
  const receivers = [{ name: "it", from: "info" as const, channel, report: true as const }];
  const { env = process.env, notice = ENDED, report = async () => LONG } = options;
  const sender = noticeSender({ receivers, project: aFolder(), run: "r1", env, secrets: ["hunter2-secret"], report });
  return sender(notice, "it", new AbortController().signal);
}

test("who asked for the report gets it with the end of the run alone, and no secret in it", async () => {
  const { url, requests } = await aServer(200);
  await sendReport({ kind: "webhook", url, format: "json" });
  await sendReport({ kind: "webhook", url, format: "json" }, { notice: NOTICE });
  expect(requests[0]?.body["report"]).toMatchObject({ html: expect.stringContaining("größer") });
  expect(JSON.stringify(requests[0]?.body)).not.toContain("hunter2-secret");
  expect(requests[1]?.body).not.toHaveProperty("report");
});

test("what shows a text alone shows as much of the report as it can", async () => {
  const { url, requests } = await aServer(200);
  await sendReport({ kind: "webhook", url: `${url}/topic`, format: "ntfy" });
  const text = `${requests[0]?.body["message"]}`;
  expect(text.length).toBeLessThan(4_000);
  expect(text).toMatch(/a line of it\n… `reeve report` shows all of it\.$/);
});

test("a mail has the report twice, as text and as a page", async () => {
  const { dir, env } = aProgram("sendmail", `cat > "${"$"}{0%/*}/mail"`);
  expect(await sendReport({ kind: "email", to: "me@example.org" }, { env })).toEqual({ ok: true });
  const mail = readFileSync(join(dir, "mail"), "utf8");
  expect(mail).toContain('Content-Type: multipart/alternative; boundary="reeve-r1-n3"');
  const parts = mail
    .split("--reeve-r1-n3")
    .slice(1, 3)
    .map((part) => Buffer.from(part.split("\n\n")[1] ?? "", "base64").toString());
  expect(parts[0]).toContain("a line of it");
  expect(parts[1]).toContain("<!doctype html><p>größer");
  expect(mail.trimEnd().endsWith("--reeve-r1-n3--")).toBe(true);
});

test("a report that cannot be made keeps no message back", async () => {
  const { url, requests } = await aServer(200);
  await sendReport({ kind: "webhook", url, format: "json" }, { report: () => Promise.reject(new Error("no journal")) });
  expect(requests).toMatchObject([{ body: { title: "A plan: all is done" } }]);
});
