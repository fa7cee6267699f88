import { expect, it } from "vitest";
import type { FailureRecord } from "./failure-record.ts";
import { knownCauses, seenBefore } from "./known-causes.ts";

const RECORD: FailureRecord = {
  id: "mill/r1/a.1",
  project: "mill",
  run: "r1",
  task: "a",
  attempt: "a.1",
  error: "ENOSPC: no space left on device",
  class: "disk_full",
  subject: null,
  entities: [],
  confidence: null,
  root_cause: null,
  upstream: null,
  agent: null,
  model: null,
  cost: null,
  at: 1,
  evidence: [],
  resolution: { action: "escalate", at: 2, outcome: "done" },
};
const MET = { id: "x", class: "disk_full", text: "write failed: ENOSPC: no space left on device" } as const;

it("a cause of another project's run is found again, with what solved it", () => {
  const causes = knownCauses([RECORD], "shop", "r7");
  const [sentence] = seenBefore({ project: "shop", causes }, [MET, { ...MET, id: "y" }]);
  expect(sentence).toMatch(/^Seen before in r1 of mill: .*; solved by escalate\.$/);
});

it("what lies in a project's own files is never another project's", () => {
  const own = { ...RECORD, class: "import_error", error: "Cannot find module './db'" } as const;
  const met = { id: "x", class: "import_error", text: "Cannot find module './db'" } as const;
  expect(seenBefore({ project: "shop", causes: knownCauses([own], "shop", "r7") }, [met])).toEqual([]);
  const same = knownCauses([{ ...own, project: "shop", run: "r6" }], "shop", "r7");
  expect(seenBefore({ project: "shop", causes: same }, [met])).toHaveLength(1);
});

it("the run itself is no earlier one; what was solved is kept over a later one that was not", () => {
  expect(knownCauses([{ ...RECORD, project: "shop", run: "r7" }], "shop", "r7")).toEqual([]);
  const later = { ...RECORD, id: "mill/r2/a.1", run: "r2", at: 5, resolution: null };
  expect(knownCauses([RECORD, later], "shop", "r7")).toMatchObject([{ run: "r1", outcome: "done" }]);
});

it("no more than the latest fifty are kept, and what is alone is none", () => {
  const many = Array.from({ length: 80 }, (_, i) => ({
    ...RECORD,
    id: `mill/r1/${i}`,
    class: "import_error" as const,
    error: `Cannot find module 'package-${i}'`,
  }));
  const causes = knownCauses(many, "shop", "r7");
  expect(causes).toHaveLength(50);
  expect(causes.at(-1)?.says).toContain("package-79");
  expect(knownCauses([{ ...RECORD, class: "unknown", error: "" }], "shop", "r7")).toEqual([]);
});
