import { describe, expect, test } from "vitest";
import { renderSimulation, simulateLines } from "./simulate.ts";

const tree = {
  id: "root",
  type: "supervisor",
  strategy: "rest_for_one",
  children: [
    { id: "db", type: "worker", start_results: ["ok", "error"] },
    { id: "web", type: "worker" },
  ],
};
const script = [
  { do: "end", child: "root/db", reason: "killed", while_restarting: [{ do: "count_children", parent: "root" }] },
  { do: "start_child", parent: "root", spec: { id: "web", type: "worker" } },
  { do: "advance", ms: 6000 },
  { do: "terminate_child", parent: "root", id: "web" },
];
const one = { id: "c1", title: "a database falls", tree: { ...tree, intensity: 2 }, script };

test("a case gives its trace, its replies and what is alive in the end", () => {
  const [result] = simulateLines(JSON.stringify(one));
  expect(result?.ok && result.value).toEqual({
    id: "c1",
    boot: [
      ["start", "root"],
      ["start", "root/db"],
      ["start", "root/web"],
    ],
    boot_reply: "ok",
    steps: [
      {
        events: [
          ["end", "root/db", "killed"],
          ["stop", "root/web"],
          ["start_failed", "root/db"],
          ["start", "root/db"],
          ["start", "root/web"],
        ],
        replies: [{ specs: 2, active: 0, supervisors: 0, workers: 2 }],
      },
      { events: [], reply: { error: "already_started" } },
      { events: [] },
      { events: [["stop", "root/web"]], reply: "ok" },
    ],
    alive: ["root", "root/db"],
    root: "up",
  });
});

test("a person reads each step and what came of it", () => {
  const [result] = simulateLines(JSON.stringify(one));
  expect(result?.ok && renderSimulation(result.value, result.of)).toEqual([
    "c1 · a database falls",
    "  boot → ok",
    "     start root",
    "     start root/db",
    "     start root/web",
    "  1. end root/db killed",
    '     meanwhile count_children root → {"specs":2,"active":0,"supervisors":0,"workers":2}',
    "     end root/db killed",
    "     stop root/web",
    "     start_failed root/db",
    "     start root/db",
    "     start root/web",
    '  2. start_child root web → {"error":"already_started"}',
    "  3. advance 6000 ms",
    "  4. terminate_child root web → ok",
    "     stop root/web",
    "  alive: root root/db · root is up",
  ]);
});

test("time passes only by advance: restarts leave the window, backoffs come due", () => {
  const backoff = { kind: "constant", delay_s: 3 };
  const fall = { do: "end", child: "root/a", reason: "error" };
  const steps = [fall, { do: "advance", ms: 2999 }, { do: "advance", ms: 1 }, { do: "advance", ms: 60_000 }, fall];
  const children = [{ id: "a", type: "worker" }];
  const [result] = simulateLines(JSON.stringify({ tree: { ...tree, children, intensity: 1, backoff }, script: steps }));
  const traces = result?.ok ? result.value.steps.map(({ events }) => events.map((event) => event.join(" "))) : [];
  expect(traces).toEqual([["end root/a error"], [], ["start root/a"], [], ["end root/a error"]]);
});

describe("the input", () => {
  test("is one case over many lines, or one case per line with empty lines between", () => {
    expect(simulateLines(JSON.stringify(one, null, 2)).map(({ ok }) => ok)).toEqual([true]);
    expect(simulateLines(`${JSON.stringify(one)}\n\n${JSON.stringify(one)}\n`).map(({ ok }) => ok)).toEqual([
      true,
      true,
    ]);
  });

  test("that is wrong in one line does not keep the others from running", () => {
    const [first, second] = simulateLines(`{"tree": 1\n${JSON.stringify(one)}`, "cases.jsonl");
    expect(first?.ok === false && first.what).toMatch(
      /^cases\.jsonl:1: not JSON \(.*\); give one case as JSON, or one case per line$/,
    );
    expect(second?.ok).toBe(true);
  });

  test.each([
    ["", "f is empty; give one case as JSON, or one case per line"],
    ["{\n\n", "f: not JSON"],
    ["[".repeat(100_000), "f: not JSON (nested deeper than 500)"],
    ["3", "f: the case must be an object, not 3"],
    ['{"id":"x"}', "f: tree must be an object, not missing"],
  ])("%.20s is refused with a sentence", (text, sentence) => {
    const [result] = simulateLines(text, "f");
    expect(result?.ok === false && result.what).toContain(sentence);
  });

  test.each([
    [{ ...one, tree: { ...tree, intesity: 3 } }, 'tree has an unknown key "intesity"; it may have id, type'],
    [{ ...one, tree: { ...tree, intensity: -1 } }, "tree.intensity must be a whole number, 0 or more, not -1"],
    [{ ...one, tree: { ...tree, children: {} } }, "tree.children must be a list, not an object"],
    [{ ...one, tree: { ...tree, children: [{ id: 1, type: "worker" }] } }, "tree.children[0].id must be a text, not 1"],
    [
      { ...one, tree: { ...tree, children: [{ id: "a", type: "w" }] } },
      "tree.children[0].type must be one of worker, supervisor",
    ],
    [{ ...one, script: [{ do: "jump" }] }, "script[0].do must be one of end, start_child"],
    [
      { ...one, script: [{ do: "end", child: "root" }] },
      "script[0].reason must be one of normal, shutdown, error, killed, not missing",
    ],
    [{ ...one, script: [{ do: "advance", ms: "1" }] }, 'script[0].ms must be a number, 0 or more, not "1"'],
    [
      { ...one, script: [{ ...script[0], while_restarting: [{ do: "advance", ms: 1 }] }] },
      "script[0].while_restarting[0] time cannot pass",
    ],
  ])("with a mistake is told where and what (%#)", (wrong, sentence) => {
    const [result] = simulateLines(JSON.stringify(wrong), "f");
    expect(result?.ok === false && result.what).toContain(sentence);
  });
});
