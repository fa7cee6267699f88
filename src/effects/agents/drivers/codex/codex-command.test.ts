import { expect, test } from "vitest";
import type { DriveOrder } from "../driver-lines.ts";
import { execCommand, sandboxOf, serverCommand } from "./codex-command.ts";

const ORDER: DriveOrder = {
  prompt: "A secret plan.",
  workspace: "/some place",
  model: "some-model",
  session: null,
  newSession: "",
  program: ["/nowhere/codex"],
  options: {},
  limits: { minutes: 1 },
};

test("no sandbox by default, and the narrowest for a word that nobody knows", () => {
  expect(sandboxOf(ORDER)).toBe("danger-full-access");
  expect(sandboxOf({ ...ORDER, options: { sandbox: "workspace-write" } })).toBe("workspace-write");
  expect(sandboxOf({ ...ORDER, options: { sandbox: "workspace_write" } })).toBe("read-only");
});

test("neither the prompt nor the token is on a command line", () => {
  const order = { ...ORDER, callback: { url: "http://127.0.0.1:1/mcp", token: "open-sesame", name: "reeve" } as const };
  for (const { command, env } of [serverCommand(order), execCommand(order, null, null, null)]) {
    expect(command.join(" ")).not.toContain("secret plan");
    expect(command.join(" ")).not.toContain("open-sesame");
    expect(Object.values(env)).toContain("open-sesame");
  }
});

test("exec resumes with the same settings, and asks for no permission in any sandbox", () => {
  const { command } = execCommand({ ...ORDER, options: { sandbox: "read-only" } }, "an-id", "/schema.json", null);
  expect(command.slice(0, 3)).toEqual(["/nowhere/codex", "exec", "resume"]);
  expect(command.slice(-2)).toEqual(["an-id", "-"]);
  expect(command).toEqual(expect.arrayContaining(['sandbox_mode="read-only"', 'approval_policy="never"']));
  expect(command).toEqual(expect.arrayContaining(["--model", "some-model", "--output-schema", "/schema.json"]));
  expect(command).not.toContain("--dangerously-bypass-approvals-and-sandbox");
});

test("texts are settings in TOML, whatever is in them", () => {
  const options = { system_prompt: 'Say "ahoy"\nand \\o/.', effort: "high" };
  const { command } = execCommand({ ...ORDER, options }, null, null, "http://127.0.0.1:1/token/openai");
  expect(command).toEqual(
    expect.arrayContaining([
      'developer_instructions="Say \\"ahoy\\"\\nand \\\\o/."',
      'model_reasoning_effort="high"',
      'openai_base_url="http://127.0.0.1:1/token/openai"',
      'projects={"/some place"={trust_level="untrusted"}}',
    ]),
  );
});

test("plugins are off unless they are wanted", () => {
  const wanted = serverCommand({ ...ORDER, options: { plugins: "true" } }).command;
  expect(serverCommand(ORDER).command).toContain("features.plugins=false");
  expect(wanted).not.toContain("features.plugins=false");
});
