import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FAILURE_CLASSES } from "../../domain/proof/failure.ts";
import { classify, type Output } from "./classify.ts";
import { prepare } from "./hits.ts";
import { DEFAULT_RESTARTS, STRENGTHS } from "./rule.ts";
import { RULES } from "./rules/table.ts";
import { userRules } from "./user-rules.ts";
import { isSureEnough } from "./weighing/sure-enough.ts";
import { WORD_TABLE } from "./words/word-table.ts";

describe("the table of rules", () => {
  test("has a rule for every class, but for what no output can mean: that a rule of the project was broken", () => {
    const missing = FAILURE_CLASSES.filter((name) => !RULES.some((rule) => rule.class === name));
    expect(missing).toEqual(["violation"]);
  });

  test("says only in reeve.yaml what wins over everything", () => {
    expect(RULES.filter(({ strength }) => strength === "user" || !(strength in STRENGTHS))).toEqual([]);
  });

  test("looks for words in the case they are compared in, and for at least two letters of them", () => {
    const words = RULES.flatMap(({ has }) => has?.split("|") ?? []);
    expect(words.filter((word) => word !== word.toLowerCase() || (word.length < 2 && word < "\u0080"))).toEqual([]);
  });

  test("asks for a line or for an end, never for both and never for neither", () => {
    expect(RULES.filter(({ has, exit }) => (has === undefined) === (exit === undefined))).toEqual([]);
  });

  test("uses no pattern that remembers where it was", () => {
    const patterns = RULES.flatMap(({ match = [] }) => match);
    expect(patterns.filter(({ global, sticky }) => global || sticky)).toEqual([]);
  });
});

describe("what wins", () => {
  test("of two equal signs, the later one", () => {
    const text = "fatal: a branch named 'x' already exists\nfatal: pathspec 'y' did not match any files";
    expect(classify({ text })).toMatchObject({ class: "git_state" });
  });

  test("a sign of an account over whatever the tool calls it: payment, then login, then quota and rate", () => {
    const classes = (text: string) => [classify({ text }).class, classify({ text }).restart];
    expect(classes("Invalid API key\nPrompt is too long")).toEqual(["auth", "terminal"]);
    expect(classes("Prompt is too long\nInvalid API key")).toEqual(["auth", "terminal"]);
    expect(classes("npm error code ERESOLVE unable to resolve dependency tree\n402 Payment Required")).toEqual([
      "billing",
      "terminal",
    ]);
    expect(classes("429 Too Many Requests\nYour credit balance is too low")).toEqual(["billing", "terminal"]);
  });

  test("but a test that speaks of money is a failed test", () => {
    const text = '--- FAIL: TestInvoice (0.00s)\n    pay_test.go:9: got "402 Payment Required", want ok\nFAIL';
    expect(classify({ text, tool: "go" }).class).toBe("test_failure");
  });

  test("a line over how the process ended", () => {
    expect(classify({ text: "error TS2322: Type 'a' is not assignable", exitCode: 137 }).class).toBe("type_error");
    expect(classify({ text: "", exitCode: 137 })).toMatchObject({ class: "out_of_memory", restart: "transient" });
    expect(classify({ text: "", signal: "SIGSEGV" }).class).toBe("crash");
  });

  test("an end over a retry that was only announced", () => {
    const text = "API Error: 529 Overloaded · Retrying in 4 seconds… (attempt 1/10)\nCredit balance is too low";
    expect(classify({ text }).class).toBe("billing");
  });

  test("the exit codes of one tool mean nothing for another", () => {
    expect(classify({ text: "", exitCode: 173, tool: "gemini-cli" }).class).toBe("rate_limit");
    expect(classify({ text: "", exitCode: 173 }).class).toBe("unknown");
  });

  test("a rule of the user over Reeve's own, with its subject, for its tool only", () => {
    const rules = prepare(
      userRules([
        { match: "licence of {subject} has * run out", class: "auth" },
        { match: "invalid api key", class: "network", restart: "transient", subject: "vpn", tool: "corp" },
      ]),
    );
    const text = "Error 429 rate limit exceeded: licence of FooSim has just run out today";
    expect(classify({ text }, rules)).toMatchObject({ class: "auth", restart: "terminal", subject: "FooSim" });
    const key = { text: "Invalid API key" };
    expect(classify({ ...key, tool: "corp" }, rules)).toMatchObject({ class: "network", subject: "vpn" });
    expect(classify(key, rules).class).toBe("auth");
  });
});

describe("evidence", () => {
  test("is at most 8 lines of 300 characters", () => {
    const text = Array.from({ length: 40 }, (_, i) => `src/f${i}.ts(1,1): error TS2322: ${"x".repeat(900)}`).join("\n");
    const { evidence } = classify({ text });
    expect(evidence.length).toBe(8);
    expect(Math.max(...evidence.map(({ length }) => length))).toBe(300);
  });

  test("shows no key and no token", () => {
    const key = `sk-${"ant-api03-aBcDeFgH1234567890"}`;
    const { evidence } = classify({
      text: `Incorrect API key provided: ${key}. Authorization: Bearer abcdefghijklmnop`,
    });
    expect(evidence.join()).toContain("Incorrect API key provided: [secret]");
    expect(evidence.join()).not.toMatch(/aBcDeFgH|abcdefghij/);
  });
});

test("paths are told relative to the root that is given", () => {
  const text = "Error: ENOENT: no such file or directory, open '/data/wt/r1/t1/conf/a.yaml'";
  expect(classify({ text, context: { root: "/data/wt/r1/t1" } }).subject).toBe("conf/a.yaml");
});

/** Words that rules look for, put together at random: the likeliest texts to confuse them. */
const words = [...new Set(RULES.flatMap(({ has }) => has?.split("|") ?? []))];
const troubled = fc
  .array(
    fc.oneof(fc.constantFrom(...words), fc.constantFrom("\n", " ", ": ", "'", '"', "{", "}", "(", "● ", "> ", "\\n")),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(""));
const anyOutput: fc.Arbitrary<Output> = fc.record({
  text: fc.oneof(troubled, fc.string({ unit: "binary", maxLength: 400 }), fc.json()),
  exitCode: fc.option(fc.integer({ min: -1, max: 300 })),
  signal: fc.option(fc.constantFrom("SIGKILL", "SIGTERM", "nonsense")),
  tool: fc.option(fc.constantFrom("npm", "codex", "", "Gemini-CLI")),
});

test("any output at all is answered, the same every time, with evidence from its own lines", () => {
  fc.assert(
    fc.property(anyOutput, (output) => {
      const found = classify(output);
      expect(found).toEqual(classify(output));
      expect(FAILURE_CLASSES).toContain(found.class);
      expect(found.confidence).toBeGreaterThanOrEqual(0);
      expect(found.confidence).toBeLessThanOrEqual(1);
      expect(found.subject === null || (found.subject.length > 0 && found.subject.length <= 200)).toBe(true);
      const lines = output.text.split(/\r\n|\n|\r/).map((line) => line.trim().slice(0, 300));
      for (const line of found.evidence.filter((one) => !one.includes("[secret]"))) expect(lines).toContain(line);
    }),
    { numRuns: 1000 },
  );
});

test("of a program that says next to nothing, nothing is known, whichever program it is", () => {
  const tools = new Set(Object.values(WORD_TABLE).flatMap((told) => told.match(/(?<=\btool )[\w.-]+/g) ?? []));
  expect(tools.size).toBeGreaterThan(20);
  const guessed = [...tools].flatMap((tool) =>
    ["", "\n", "x", "bye", "finish t4 1"].filter((text) => isSureEnough(classify({ text, tool, exitCode: 1 }))),
  );
  expect(guessed).toEqual([]);
});

test("every class has a restart, and none that asks for a person is restarted by default", () => {
  for (const name of ["auth", "billing", "budget", "permission", "config_error"] as const)
    expect(DEFAULT_RESTARTS[name]).toBe("terminal");
});

test.each([
  "HTTP 429: Guthaben aufgebraucht, bitte laden Sie Ihr Konto auf",
  "429 Too Many Requests: solde insuffisant, veuillez recharger votre compte",
  "Error 429: saldo insuficiente, intente de nuevo",
  '429 {"error":{"message":"账户余额不足"}}',
])("money that is used up is not waited for in any language: %s", (text) => {
  expect(classify({ text })).toMatchObject({ class: "billing", restart: "terminal" });
});
