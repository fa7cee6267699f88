/** What Codex printed in real runs, over its app-server and by `exec`, and what Reeve makes of it: each of its lies is seen through. */
import { describe, expect, test } from "vitest";
import { codexDriver } from "../../src/effects/agents/drivers/codex/codex-driver.ts";
import { codexExecDriver } from "../../src/effects/agents/drivers/codex/exec/codex-exec-driver.ts";
import type { DriveOrder } from "../../src/effects/agents/drivers/driver-lines.ts";
import { NOW, type Played, playRecorded } from "./recorded/play-recorded.ts";

const THREAD = "00000000-0000-7000-8000-000000000001";
const LOST = "00000000-1111-4222-8333-444444444444";
const CALLBACK = { url: "http://127.0.0.1:1/mcp", token: "open-sesame", name: "reeve" } as const;

const ways = [
  { way: "server", driver: codexDriver },
  { way: "exec", driver: codexExecDriver },
] as const;

describe.each(ways)("by $way", ({ way, driver }) => {
  function play(name: string | readonly string[], order: Partial<DriveOrder> = {}): Promise<Played> {
    const files = [name].flat().map((each) => `./codex-0.166.0/${way}-${each}.jsonl`);
    return playRecorded(driver, files, order);
  }

  test("a turn is told in Reeve's words, from its session to its end", async () => {
    const { lines, end } = await play("create-file");
    expect(lines[0]).toEqual({ type: "session", id: THREAD });
    const types = lines.map(({ type }) => type).filter((type) => type !== "usage" && type !== "note");
    expect(types).toEqual(["session", "text", "tool_call", "tool_result", "text"]);
    expect(lines).toContainEqual({ type: "tool_call", name: "shell", input: expect.stringContaining("hello.txt") });
    expect(lines).toContainEqual({ type: "tool_result", name: "shell", ok: true, text: "" });
    expect(end).toEqual({ type: "end", how: "done", text: "Done: hello.txt is there." });
  });

  test("a warning is a note, though it is called an error", async () => {
    const { lines, end } = await play("create-file");
    expect(lines.filter(({ type }) => type === "note")).toEqual([
      { type: "note", text: expect.stringContaining("Model metadata") },
    ]);
    expect(end.how).toBe("done");
  });

  test.each([
    ["refused-key", "auth", "terminal"],
    ["no-access", "auth", "terminal"],
    ["no-credit", "billing", "terminal"],
    ["quota", "billing", "terminal"],
    ["unknown-model", "config_error", "terminal"],
    ["rate-limit", "rate_limit", "transient"],
    ["rate-limit-in-stream", "rate_limit", "transient"],
    ["server-error", "overloaded", "transient"],
    ["unavailable", "overloaded", "transient"],
    ["full-context", "context_overflow", "persistent"],
    ["full-context-in-stream", "context_overflow", "persistent"],
    ["unreadable-answer", "malformed_output", "transient"],
    ["page-for-people", "malformed_output", "transient"],
    ["output-cut", "malformed_output", "persistent"],
    ["connection-refused", "network", "transient"],
  ])("%s is %s, %s", async (name, kind, restart) => {
    const { end } = await play(name);
    expect(end).toMatchObject({ how: "failed", failure: { class: kind, restart } });
    expect(end.failure?.evidence.join("")).not.toBe("");
  });

  test("a limit names the time it ends where its words do", async () => {
    const { end } = await play("rate-limit-in-stream");
    expect(end.failure?.retryAt).toBeGreaterThan(NOW);
  });

  test("Reconnecting is a wait and no end", async () => {
    const { lines, end } = await play("waited");
    expect(lines).toContainEqual({ type: "retry_notice", text: expect.stringContaining("429") });
    expect(end.how).toBe("done");
  });

  test("an empty answer is a done turn with nothing in it", async () => {
    expect((await play("empty-answer")).end).toEqual({ type: "end", how: "done", text: "" });
  });

  test("what a sandbox kept it from is told as a tool that failed, though it says it is done", async () => {
    const { lines, commands, written } = await play("read-only", { options: { sandbox: "read-only" } });
    expect(lines).toContainEqual({
      type: "tool_result",
      name: "shell",
      ok: false,
      text: expect.stringContaining("Read-only"),
    });
    const asked = [...commands.flat(), ...written].join(" ");
    expect(asked).toContain("read-only");
    expect(asked).not.toContain("danger");
  });

  test("without the end of its turn it has crashed", async () => {
    expect((await play("killed")).end).toMatchObject({
      how: "failed",
      failure: { class: "crash", restart: "transient", message: expect.stringContaining("SIGKILL") },
    });
  });

  test("its totals run on over a resumed session; what is told is what this turn used", async () => {
    const first = await play("first-turn");
    const resumed = await play("resumed", { session: THREAD, usedBefore: { tokens: 2_200 } });
    expect(tokens(first)).toBe(2_200);
    expect(tokens(resumed)).toBe(1_100);
    const parts = first.lines.flatMap((line) => (line.type === "usage" ? [line.parts?.cacheRead ?? 0] : []));
    expect(parts.reduce((sum, each) => sum + each, 0)).toBe(600);
  });

  test("a full context is no use of tokens, whatever total it makes up", async () => {
    expect(tokens(await play("full-context-in-stream"))).toBe(0);
  });

  test("a session that is gone is begun anew, once, and that is said", async () => {
    const { end, lines, commands } = await play(["missing-session", "create-file"], { session: LOST });
    expect(end.how).toBe("done");
    expect(commands).toHaveLength(2);
    expect(lines).toContainEqual({ type: "note", text: expect.stringContaining(`${LOST} was not found`) });
    expect(tokens({ lines })).toBe(2_468);
  });

  test("a session that came back with another id is not taken for the one asked for", async () => {
    const { lines, end } = await play("by-hand-other-thread", { session: LOST });
    expect(end.how).toBe("done");
    expect(lines).toContainEqual({ type: "note", text: expect.stringContaining("started over") });
    expect(lines).toContainEqual({ type: "session", id: THREAD });
  });

  test("a session somebody else works in is not given a second writer", async () => {
    const { end, commands } = await play("by-hand-active-writer", { session: THREAD });
    expect(end).toMatchObject({ how: "failed", failure: { class: "session_corrupt", restart: "transient" } });
    expect(commands).toHaveLength(1);
  });

  test("Reeve's tools are configured without the token on the command line, and told about when they are down", async () => {
    const { lines, commands } = await play("callback-down", { callback: CALLBACK });
    expect(commands.flat().join(" ")).toContain("mcp_servers.reeve=");
    expect(commands.flat().join(" ")).not.toContain(CALLBACK.token);
    expect(lines).toContainEqual({ type: "note", text: expect.stringContaining("Tools of reeve") });
    const reached = await play("callback", { callback: CALLBACK });
    expect(reached.lines).toContainEqual({ type: "tool_result", name: "reeve.report_result", ok: true, text: "noted" });
    expect(JSON.stringify(reached.lines)).not.toContain("could not be reached");
  });

  // By the other way the form lies in a file, which nobody writes here.
  if (way === "server")
    test("an answer that is not in the form that was asked for is malformed, because Codex does not check it", async () => {
      const { end, written } = await play("create-file", { schema: { type: "object" } });
      expect(written.join("")).toContain('"outputSchema":{"type":"object"}');
      expect(end).toMatchObject({ how: "failed", failure: { class: "malformed_output" } });
    });

  // By the other way it is asked how it is logged in.
  if (way === "exec")
    test("without a key its requests go around the gateway, which is said once for all its turns", async () => {
      const gateway = { url: "http://127.0.0.1:1/token" };
      const { lines, commands } = await play(["missing-session", "create-file"], { session: LOST, gateway });
      expect(commands).toHaveLength(2);
      expect(commands.flat().join(" ")).not.toContain(gateway.url);
      const said = lines.filter((line) => line.type === "note" && line.text.includes("not go through the gateway"));
      expect(said).toHaveLength(1);
    });

  test("it never waits for a network for ever, and looks nothing up at its start", async () => {
    const { commands } = await play("create-file");
    expect(commands[0]).toEqual(expect.arrayContaining(["features.unbounded_connection_retries=false"]));
    expect(commands[0]).toEqual(expect.arrayContaining(["features.plugins=false", "features.apps=false"]));
  });
});

function tokens({ lines }: Pick<Played, "lines">): number {
  return lines.reduce((sum, line) => sum + (line.type === "usage" ? line.usage.tokens : 0), 0);
}
