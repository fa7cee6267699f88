/** What ships beside the code agrees with it: the JSON Schemas and the examples. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { renderManPage } from "../scripts/man.ts";
import { renderSchemas } from "../scripts/schemas.ts";
import { formatMistake } from "../src/config/mistakes/mistake.ts";
import { parseConfig } from "../src/config/parse-config.ts";
import { parseResult } from "../src/domain/work/result-schema.ts";
import { parsePlan } from "../src/plan/parse-plan.ts";

const ROOT = new URL("../", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
const published = (name: string): z.ZodType => z.fromJSONSchema(JSON.parse(textOf(`schemas/${name}`)));

const schemaOf = (name: string) => JSON.parse(textOf(`schemas/${name}`));
const FILES = { plan: schemaOf("plan.schema.json"), config: schemaOf("reeve.schema.json") };
const KEYS = { plan: Object.keys(FILES.plan.properties), config: Object.keys(FILES.config.properties) };
const PARTS = {
  plan: z.fromJSONSchema({ ...FILES.plan, required: [] }),
  config: z.fromJSONSchema({ ...FILES.config, required: [] }),
};

describe("the published JSON Schemas", () => {
  test.each([...renderSchemas()])("%s is what `npm run schemas` writes", (name, text) => {
    expect(textOf(`schemas/${name}`)).toBe(text);
  });

  test("accept what the readers accept and refuse an unknown key", () => {
    const plan = { tasks: [{ id: "a", prompt: "p", gates: ["npm test", { run: "x" }], budget: { usd: 1 } }] };
    expect(published("plan.schema.json").safeParse(plan).success).toBe(true);
    expect(published("plan.schema.json").safeParse({ ...plan, colour: "red" }).success).toBe(false);
    expect(published("plan.schema.json").safeParse({ tasks: [{ id: "a/b", prompt: "p" }] }).success).toBe(false);
    const config = { agents: { a: { adapter: "command", command: ["x"] } }, policies: { worker: { backoff: "none" } } };
    expect(published("reeve.schema.json").safeParse(config).success).toBe(true);
    expect(published("reeve.schema.json").safeParse({ agents: { a: { adapter: "telnet" } } }).success).toBe(false);
  });

  test.each(["plan.schema.json", "reeve.schema.json"])("%s explains every key a person can write", (name) => {
    expect(unexplained(JSON.parse(textOf(`schemas/${name}`)), "")).toEqual([]);
  });
});

describe("the manual page", () => {
  test("is what `npm run man` writes, and man reads it without a complaint", (context) => {
    expect(textOf("man/reeve.1")).toBe(renderManPage());
    const read = spawnSync("groff", ["-man", "-Tascii", "-ww", "-z"], { input: renderManPage(), encoding: "utf8" });
    if (read.error) context.skip("there is no groff here");
    expect(read.stderr).toBe("");
  });
});

/** Paths of properties without a description; a constant like `kind: none` explains itself. */
function unexplained(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) => {
    if (key === "examples" || key === "default") return [];
    const own = Object.entries(key === "properties" ? (part as Record<string, object>) : {});
    const bare = own.filter(([, property]) => !("description" in property) && !("const" in property));
    return [...bare.map(([name]) => `${path}/${name}`), ...unexplained(part, `${path}/${key}`)];
  });
}

const pages = [
  "README.md",
  ...readdirSync(new URL("docs/", ROOT), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
];
const blocks = pages
  .filter((page) => page.endsWith(".md"))
  .flatMap((page) =>
    [...textOf(page).matchAll(/^```ya?ml\n(.*?)^```/gms)].map(([, text = ""], n) => ({ page, n, text })),
  );

describe("what people copy from the pages", () => {
  test.each(blocks)("$page, block $n of YAML, is valid", ({ text }) => {
    const value: unknown = parse(text);
    const form = formOf(value);
    expect(form?.safeParse(value).error?.issues).toBeUndefined();
  });

  test("there are blocks of both files", () => {
    const forms = blocks.map(({ text }) => formOf(parse(text)));
    expect(forms.filter((form) => form === PARTS.config).length).toBeGreaterThan(20);
    expect(forms.filter((form) => form === PARTS.plan).length).toBeGreaterThan(2);
  });

  test("the two files of the README have neither mistakes nor warnings", () => {
    const [configText = "", planText = ""] = blocks.filter(({ page }) => page === "README.md").map(({ text }) => text);
    const config = parseConfig(configText, "reeve.yaml");
    if (!config.ok) throw new Error(config.mistakes.map(formatMistake).join("\n"));
    const plan = parsePlan(planText, "plan.yaml", config.value);
    expect(plan.ok ? [] : plan.mistakes.map(formatMistake)).toEqual([]);
    expect([...config.warnings, ...plan.warnings].map(formatMistake)).toEqual([]);
  });
});

/** A page may show a part of a file: all its keys are of that file, and none is missing that it must have. */
function formOf(value: unknown): z.ZodType | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.every((key) => KEYS.plan.includes(key))) return PARTS.plan;
  return keys.every((key) => KEYS.config.includes(key)) ? PARTS.config : undefined;
}

const examples = readdirSync(new URL("examples/", ROOT)).filter((name) =>
  existsSync(new URL(`examples/${name}/plan.yaml`, ROOT)),
);

describe("the examples", () => {
  test.each(examples)("%s has neither mistakes nor warnings, here and in an editor", (name) => {
    const configFile = `examples/${name}/reeve.yaml`;
    const planFile = `examples/${name}/plan.yaml`;
    const config = parseConfig(textOf(configFile), configFile);
    if (!config.ok) throw new Error(config.mistakes.map(formatMistake).join("\n"));
    const plan = parsePlan(textOf(planFile), planFile, config.value);
    expect(plan.ok ? [] : plan.mistakes.map(formatMistake)).toEqual([]);
    expect([...config.warnings, ...plan.warnings].map(formatMistake)).toEqual([]);
    expect(published("reeve.schema.json").safeParse(parse(textOf(configFile))).error?.issues).toBeUndefined();
    expect(published("plan.schema.json").safeParse(parse(textOf(planFile))).error?.issues).toBeUndefined();
  });

  test("01-hello's agent does its task and hands back a valid result", () => {
    const folder = mkdtempSync(join(tmpdir(), "reeve-hello-"));
    try {
      const result = join(folder, "result.json");
      const agent = new URL("examples/01-hello/agent.sh", ROOT).pathname;
      const env = { PATH: process.env.PATH, REEVE_TASK_ID: "morning", REEVE_RESULT: result };
      const { status } = spawnSync("sh", [agent], { cwd: folder, env, input: "Good morning." });
      expect(status).toBe(0);
      expect(readFileSync(join(folder, "out/morning.txt"), "utf8")).toBe("Good morning.");
      expect(parseResult(JSON.parse(readFileSync(result, "utf8")), "morning")).toMatchObject({
        ok: true,
        result: { status: "done", files_created: ["out/morning.txt"] },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
