/** Every check: a session in which all agrees passes all of them, and each finds what it is there for, with its place. */
import { describe, expect, test } from "vitest";
import { BUILT_IN } from "../../src/systems/checkpoint/checks/built-in.ts";
import { GOOD, message, spoiled, withMessages } from "./good-session.ts";
import { PLAN_CASES } from "./plan-cases.ts";
import { checkOf, NOON, sessionFolder, told } from "./session-folder.ts";
import { SPEC_CASES } from "./spec-cases.ts";

test("there are five, six and five checks, and three of process and three of health behind each", () => {
  const counts = BUILT_IN.map(({ checks }) => Map.groupBy(checks, ({ group }) => group)).map((groups) => [
    groups.get("consistency")?.length,
    groups.get("process")?.length,
    groups.get("health")?.length,
  ]);
  expect(counts).toEqual([
    [5, 3, 3],
    [6, 3, 3],
    [5, 3, 3],
  ]);
});

test("where all agrees, every check passes with a score of 1", async () => {
  const { results } = await sessionFolder(GOOD).run();
  expect(
    results.flatMap(({ checks }) =>
      checks.filter(({ status }) => status !== "pass").map(({ id, findings }) => [id, findings]),
    ),
  ).toEqual([]);
  expect(results.map(({ verdict, score }) => [verdict, score])).toEqual([
    ["pass", 1],
    ["pass", 1],
    ["pass", 1],
  ]);
});

const cases = [...SPEC_CASES, ...PLAN_CASES];

describe("found:", () => {
  test.each(cases)("$check, $what", async ({ check, files, status = "fail", says, at }) => {
    const found = checkOf(await sessionFolder(files).run(), check);
    expect([found.status, told(found).join("\n")]).toEqual([
      status,
      expect.stringMatching(typeof says === "string" ? literally(says) : says),
    ]);
    const places = found.findings.flatMap(({ evidence }) => evidence.map(({ file, line }) => `${file}:${line}`));
    expect(places).toContain(at);
  });
});

test("every built-in check is among those that find something", () => {
  const all = new Set(BUILT_IN.flatMap(({ checks }) => checks.map(({ id }) => id)));
  expect([...all].filter((id) => !cases.some(({ check }) => check === id))).toEqual([]);
});

test("CHECKPOINT-001 does not ask for documents that are written after it", async () => {
  const { "architecture.md": _, "epics.md": __, "plan.json": ___, ...early } = GOOD;
  const log = (GOOD["messages.jsonl"] ?? "").split("\n").slice(0, 3).join("\n");
  const { results } = await sessionFolder({ ...early, "messages.jsonl": `${log}\n` }).run({ only: ["1"] });
  expect(results.map(({ verdict, score }) => [verdict, score])).toEqual([["pass", 1]]);
});

test.each([
  ["## Glossar\n\n- **Gast**: wer bucht (nicht: Kunde, Besucher)", "Kunde"],
  ["## Glossaire\n\n- **Invité** : qui réserve (pas : client ou visiteur)", "visiteur"],
  ["## Glossar\n\n| Begriff | Bedeutung | Nicht |\n|---|---|---|\n| Gast | wer bucht | Kunde |", "Kunde"],
])("a glossary in another language is a rule too: %s", async (glossary, word) => {
  const files = spoiled("product-brief.md", /## Glossary[\s\S]*?(?=\n## |$)/, `${glossary}\n`);
  const requirements = (files["requirements.md"] ?? "").replace("A guest can cancel", `${word}: can cancel`);
  const ran = await sessionFolder({ ...files, "requirements.md": requirements }).run({ only: ["1"] });
  expect(told(checkOf(ran, "terms-brief-requirements")).join("\n")).toContain(`"${word}" where`);
});

test("what is out of scope is read in German too", async () => {
  const files = spoiled(
    "product-brief.md",
    /^### Out of scope[^\n]*\n/m,
    "### Nicht im Umfang\n\n- Rechnungen drucken\n",
  );
  const requirements = `${files["requirements.md"]}- **FR-009** (Must, G1): Rechnungen drucken.\n`;
  const ran = await sessionFolder({ ...files, "requirements.md": requirements }).run({ only: ["1"] });
  expect(told(checkOf(ran, "scope")).join("\n")).toContain("FR-009 asks for what the brief leaves out");
});

test("a range of goals names those between its ends too", async () => {
  const files = spoiled("product-brief.md", "- G2:", "- G3: Owners sleep well\n- G2:");
  const requirements = (files["requirements.md"] ?? "").replace("(Must, G1)", "(Must, G1-G3)").replace("G2", "G1");
  const ran = await sessionFolder({ ...files, "requirements.md": requirements }).run({ only: ["1"] });
  expect(checkOf(ran, "vision-trace").status).toBe("pass");
});

test("a session without messages warns that there are none to analyze", async () => {
  const ran = await sessionFolder({ ...GOOD, "messages.jsonl": "" }).run({ only: ["1"] });
  expect(told(checkOf(ran, "errors-per-role"))).toEqual([
    "warn No messages to analyze: messages.jsonl has none but the supervisor's.",
  ]);
});

test("a task that was silent within the window is active", async () => {
  const files = withMessages(message(6, "executor", "task_started", { task: "IMPL-001" }));
  const ran = await sessionFolder(files).run({ windowMinutes: 60, now: NOON });
  expect(checkOf(ran, "tasks-active").status).toBe("pass");
});

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
