import { expect, test } from "vitest";
import type { FailureRecord } from "../history/failure-record.ts";
import { commonNames } from "../history/known-causes.ts";
import type { SeenFailure } from "../seen-failure.ts";
import { maybeSame } from "./maybe-same.ts";

function seen(id: string, name: string, more: Partial<SeenFailure> = {}): SeenFailure {
  const entities = [{ kind: "module", name }] as const;
  return { id, task: id, class: "test_failure", entities, text: `${id} fails in its own way: ${name}`, ...more };
}

test("two that name the same rare thing may have one cause, in whichever order they come", () => {
  const [a, b] = [seen("a", "ledgerlib"), seen("b", "LedgerLib", { class: "config_error" })];
  expect(maybeSame(a, [b])).toMatchObject({ other: { id: "b" }, named: 2, thing: { name: "ledgerlib" } });
  expect(maybeSame(a, [b])?.pair).toBe(maybeSame(b, [a])?.pair);
});

test("what every fourth failure names, or what earlier runs named again and again, tells nothing", () => {
  const many = Array.from({ length: 5 }, (_, at) => seen(`t${at}`, "ledgerlib"));
  expect(maybeSame(seen("a", "ledgerlib"), many)).toBeNull();
  expect(maybeSame(seen("a", "ledgerlib"), [seen("b", "ledgerlib")], { common: new Set(["ledgerlib"]) })).toBeNull();
});

test("failures of one task, and failures of an account, are not compared", () => {
  expect(maybeSame(seen("a", "ledgerlib"), [seen("b", "ledgerlib", { task: "a" })])).toBeNull();
  expect(maybeSame(seen("a", "ledgerlib"), [seen("b", "ledgerlib", { class: "auth" })])).toBeNull();
});

test("a name that four causes of earlier runs had is common in this project", () => {
  const record = (at: number, name: string): FailureRecord => ({
    id: `r1/t${at}`,
    project: "shop",
    run: "r1",
    task: `t${at}`,
    attempt: `t${at}.1`,
    error: `cannot find module 'part-${at}'`,
    class: "import_error",
    subject: `part-${at}`,
    entities: [{ kind: "module", name }],
    confidence: null,
    root_cause: null,
    upstream: null,
    agent: null,
    model: null,
    cost: null,
    at,
    evidence: [],
    resolution: null,
  });
  const records = [0, 1, 2, 3].map((at) => record(at, "Core"));
  expect(commonNames([...records, record(9, "ledgerlib")], "shop")).toEqual(["core"]);
  expect(commonNames(records, "other")).toEqual([]);
});
