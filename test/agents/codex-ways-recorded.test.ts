/** What only one of the two ways to drive Codex has to see through, in recordings of real runs and by hand. */
import { describe, expect, test } from "vitest";
import { codexDriver } from "../../src/effects/agents/drivers/codex/codex-driver.ts";
import { codexExecDriver } from "../../src/effects/agents/drivers/codex/exec/codex-exec-driver.ts";
import type { DriveOrder } from "../../src/effects/agents/drivers/driver-lines.ts";
import { type Played, playRecorded } from "./recorded/play-recorded.ts";

const THREAD = "00000000-0000-7000-8000-000000000001";

describe("the app-server alone", () => {
  const play = (name: string, order: Partial<DriveOrder> = {}) =>
    playRecorded(codexDriver, [`./codex-0.166.0/server-${name}.jsonl`], order);

  test("the directory is not named, because it would be written into the person's configuration", async () => {
    const { written } = await play("create-file");
    expect(written.join("")).not.toContain('"cwd"');
  });

  test("what it asks is allowed without a sandbox, and declined with one", async () => {
    const free = await play("by-hand-approval");
    expect(free.written.map((text) => JSON.parse(text))).toContainEqual({ id: 0, result: { decision: "accept" } });
    const caged = await play("by-hand-approval", { options: { sandbox: "workspace-write" } });
    expect(caged.written.map((text) => JSON.parse(text))).toContainEqual({ id: 0, result: { decision: "decline" } });
    expect(caged.lines).toContainEqual({ type: "note", text: expect.stringContaining("declined") });
  });

  test("with a key it is sent through the gateway; a login with ChatGPT goes elsewhere, and that is said", async () => {
    const gateway = { url: "http://127.0.0.1:1/token" };
    const key = await play("by-hand-key-login", { gateway });
    expect(key.written.join("")).toContain('"openai_base_url":"http://127.0.0.1:1/token/openai"');
    const login = await play("by-hand-chatgpt-login", { gateway });
    expect(login.written.join("")).not.toContain("openai_base_url");
    expect(login.lines).toContainEqual({
      type: "note",
      text: expect.stringContaining("do not go through the gateway"),
    });
  });

  test("a usage limit ends when the account's windows say", async () => {
    const { end } = await play("by-hand-usage-limit");
    expect(end.failure).toMatchObject({ class: "rate_limit", retryAt: 1_795_000_000_000 });
  });

  test("a message is answered within the turn, and nothing of helpers' threads is taken for its own", async () => {
    expect((await play("steered")).end).toMatchObject({ how: "done", text: "heard you" });
    const { lines, end } = await play("by-hand-helper");
    expect(end.text).toBe("Done: hello.txt is there.");
    expect(JSON.stringify(lines)).not.toContain("said by a helper");
    expect(tokens({ lines })).toBe(2_468 + 50);
  });

  test("a turn that was interrupted by nobody Reeve knows of is no success", async () => {
    expect((await play("interrupted")).end).toMatchObject({ how: "failed", failure: { class: "crash" } });
  });

  test("a turn that ended well beside an exit status that did not is a failure", async () => {
    expect((await play("by-hand-done-but-exit-1")).end).toMatchObject({ how: "failed", failure: { class: "crash" } });
  });
});

test("exec: an id that is none is not asked for, because Codex would take it for a name and begin anew without a word", async () => {
  const { commands, lines } = await playRecorded(codexExecDriver, ["./codex-0.166.0/exec-create-file.jsonl"], {
    session: "--last",
  });
  expect(commands[0]).not.toContain("resume");
  expect(commands[0]).not.toContain("--last");
  expect(lines).toContainEqual({ type: "note", text: expect.stringContaining("--last was not found") });
});

test("exec: what a resumed session used before nobody told is not guessed", async () => {
  const { lines } = await playRecorded(codexExecDriver, ["./codex-0.166.0/exec-resumed.jsonl"], { session: THREAD });
  expect(tokens({ lines })).toBe(0);
  expect(lines).toContainEqual({ type: "note", text: expect.stringContaining("not known") });
});

function tokens({ lines }: Pick<Played, "lines">): number {
  return lines.reduce((sum, line) => sum + (line.type === "usage" ? line.usage.tokens : 0), 0);
}
