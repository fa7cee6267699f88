/** `reeve classify` as a person and a program use it. */
import { expect, test } from "vitest";
import { aProject } from "./kit.ts";

test("one output is told in a sentence, with its evidence", () => {
  const project = aProject({ "build.log": "> build\n\nsrc/a.ts(1,20): error TS2307: Cannot find module 'zod'.\n" });
  const { code, out } = project.reeve("classify", "build.log", "--tool", "tsc", "--exit-code", "2");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^import_error, about zod \(persistent: one more attempt that knows why; \d+ % sure\)\.\n {2}src\/a\.ts/,
  );
});

test("and as JSON for a program", () => {
  const project = aProject({ "out.txt": "Rate limit reached for gpt-9. Please try again in 1m30s." });
  const { out } = project.reeve("classify", "out.txt", "--json");
  expect(JSON.parse(out)).toMatchObject({
    class: "rate_limit",
    restart: "transient",
    subject: "gpt-9",
    retry_after_s: 90,
  });
});

test("lines in, lines out, in order; what is no question is reported and skipped", () => {
  const lines = [
    '{"id":"a","tool":"git","exit_code":1,"text":"CONFLICT (content): Merge conflict in x.ts"}',
    "not json",
    '{"text":"no id"}',
    "",
    '{"id":2,"exit_code":null,"text":"all quiet"}',
  ];
  const project = aProject({ "asked.jsonl": `${lines.join("\n")}\n` });
  const { code, out, err } = project.reeve("classify", "asked.jsonl", "--jsonl");
  expect(code).toBe(2);
  const answers = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(answers.map(({ id }) => id)).toEqual(["a", 2]);
  expect(Object.keys(answers[0] ?? {})).toEqual([
    ...["id", "class", "restart", "subject", "retry_after_s", "evidence", "confidence", "sure"],
  ]);
  expect(answers[0]).toMatchObject({
    class: "merge_conflict",
    restart: "persistent",
    subject: "x.ts",
    retry_after_s: null,
  });
  expect(answers[1]).toMatchObject({ class: "unknown", restart: "unknown", subject: null });
  expect(err).toMatch(/asked\.jsonl:2 was skipped: it is not JSON\.\n.*asked\.jsonl:3 was skipped: "id" must/);
});

test("rules of reeve.yaml count", () => {
  const project = aProject({
    "reeve.yaml":
      'agents: { a: { adapter: command, command: run-it } }\nfailures: [{ match: "tunnel to {subject} is closed", class: network }]\n',
    "out.txt": "fatal: the tunnel to east-2 is closed by policy",
  });
  const { out } = project.reeve("classify", "out.txt", "--json");
  expect(JSON.parse(out)).toMatchObject({ class: "network", restart: "transient", subject: "east-2" });
});

test("a file that is not there is told in one sentence", () => {
  const { code, err } = aProject().reeve("classify", "nowhere.log");
  expect(code).toBe(2);
  expect(err).toBe("reeve: nowhere.log cannot be read (ENOENT); give a file, or - for standard input.\n");
});

test("--explain says step by step how the answer came about", () => {
  const project = aProject({ "out.txt": "Cannot find module 'zod'" });
  const { out } = project.reeve("classify", "out.txt", "--explain");
  expect(out).toMatch(/Class: import_error, because .*\n.*Restart: persistent/);
  const { because, entities } = JSON.parse(project.reeve("classify", "out.txt", "--explain", "--json").out) as Record<
    string,
    unknown[]
  >;
  expect(because?.length).toBeGreaterThan(4);
  expect(entities).toContainEqual({ kind: "module", name: "zod" });
});

test("a correction becomes a rule of the project, in a file that people can read", () => {
  const project = aProject({
    "seven.txt": "licence daemon of simulator-7 refused the seat",
    "nine.txt": "licence daemon of simulator-9 refused the seat",
  });
  expect(project.reeve("learn").out).toContain("nothing to learn from yet");
  const kept = project.reeve(
    "classify",
    "seven.txt",
    "--correct",
    "overloaded",
    "--restart",
    "transient",
    "--about",
    "simulator-7",
  );
  expect(kept.out).toBe("Kept: this was overloaded, not network. `reeve learn` makes a rule of it.\n");
  expect(project.reeve("learn", "--dry-run").out).toMatch(
    /^1 rule from 1 correction\.\n {2}"licence daemon of \{subject\} refused the seat" means overloaded/,
  );
  expect(project.reeve("learn").out).toContain("written to reeve.learned.yaml");
  const { out } = project.reeve("classify", "nine.txt", "--json");
  expect(JSON.parse(out)).toMatchObject({
    class: "overloaded",
    restart: "transient",
    subject: "simulator-9",
    confidence: 1,
  });
});

test("a correction to a class that is none is refused", () => {
  const project = aProject({ "out.txt": "boom" });
  expect(project.reeve("classify", "out.txt", "--correct", "nonsense")).toMatchObject({ code: 2 });
  expect(project.reeve("classify", "out.txt", "--correct", "auth", "--restart", "often").err).toContain(
    "--restart must be one of",
  );
});
