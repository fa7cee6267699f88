import { expect, test } from "vitest";
import type { AgentConfig } from "../../../domain/spec/config.ts";
import { parseResult } from "../../../domain/work/result-schema.ts";
import { ADVISOR_ROLES } from "../../../domain/work/role-answers.ts";
import { answerSchema } from "./answer-schema.ts";

function config(adapter: string, options: Readonly<Record<string, string>> = {}): AgentConfig {
  return { adapter, options } as AgentConfig;
}

test("only agents for which it is safe get a form, unless a person says otherwise", () => {
  const given = (adapter: string, said?: string) =>
    answerSchema(config(adapter, said === undefined ? {} : { answer_schema: said }), undefined) !== undefined;
  expect(
    ["claude", "opencode", "codex", "codex-exec", "qwen", "gemini", "acp", "command"].filter((a) => given(a)),
  ).toEqual(["claude"]);
  expect(given("claude", "false")).toBe(false);
  expect(given("opencode", "true")).toBe(true);
  expect(given("codex", "true")).toBe(false);
});

test("the form of a worker's answer is one object that holds both done and blocked", () => {
  const schema = answerSchema(config("claude"), undefined) as { properties: Record<string, unknown> };
  expect(schema).toMatchObject({ type: "object", required: ["status", "task_id"] });
  expect(schema.properties["status"]).toEqual({ type: "string", enum: ["done", "blocked"] });
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(["files_created", "uncertain_about"]));
  expect(parseResult({ status: "done", task_id: "a" }, "a").ok).toBe(true);
});

test.each(ADVISOR_ROLES)("the form of a %s's answer is that of its role", (role) => {
  expect(answerSchema(config("claude"), role)).toMatchObject({ type: "object", properties: expect.any(Object) });
});
