/** Ids as people write them: what a line cites, and what is none. */
import { describe, expect, test } from "vitest";
import { citedIds } from "./cited-ids.ts";
import { keyOf } from "./id.ts";
import { IdSet } from "./id-set.ts";

const cited = (line: string) =>
  citedIds(line).ids.map(({ from, to }) =>
    from === to || keyOf(from) === keyOf(to) ? keyOf(from) : `${keyOf(from)}..${keyOf(to)}`,
  );

describe("a line cites", () => {
  test.each([
    ["FR-001, FR1 and `FR 2`", ["FR-1", "FR-1"]],
    ["**FR-H1**, NFR-P1, NFR-perf-001, REQ-STD-003", ["FR-H-1", "NFR-P-1", "NFR-PERF-1", "REQ-STD-3"]],
    ["(US-3) [US1] AC2, REQ-04.4", ["US-3", "US-1", "AC-2", "REQ-4.4"]],
    [
      "FRs covered: FR69-FR80, FR95-96, NFR1–NFR17, REQ-001…REQ-012",
      ["FR-69..FR-80", "FR-95..FR-96", "NFR-1..NFR-17", "REQ-1..REQ-12"],
    ],
    ["FR1 to FR5; FR7 through FR9", ["FR-1..FR-5", "FR-7..FR-9"]],
    ["| Epic 2 | FR1-12, FR53 |", ["FR-1..FR-12", "FR-53"]],
    ["  - _Requirements: 1.1, 1.2, 3.4_", ["1.1", "1.2", "3.4"]],
    ["- **Validates: Requirements 8.2, 8.4-8.6**", ["8.2", "8.4..8.6"]],
    ["_Requirements: 1.1 through 23.3_", ["1.1..23.3"]],
    ["_要件: 1.1、2.3_", ["1.1", "2.3"]],
    ["_Requirements: 1, 2_", ["1", "2"]],
    ["\\_Requirements: All requirements (REQ-1, REQ-2)", ["REQ-1", "REQ-2"]],
    ["FR12a and FR12b", ["FR-12a", "FR-12b"]],
  ])("%s", (line, keys) => {
    expect(cited(line)).toEqual(keys);
  });
});

describe("no id is", () => {
  test.each([
    "- [x] 2.3 Implement session verification",
    "Requirements: Python 3.11, Node v18.2",
    "Release 1.2 of 2024-05-01",
    "MAX_FR1 or xFR1",
    "the requirements are met in 3 weeks",
  ])("in %s", (line) => {
    expect(cited(line)).toEqual([]);
  });
});

describe("All", () => {
  test.each([
    "_Requirements: All_",
    "- **Validates: All requirements**",
    "_Requirements: all server endpoints (wiring)_",
  ])("is heard in %s", (line) => {
    expect(citedIds(line).all).toMatch(/all/i);
  });
  test.each(["Requirements: 1.1, for all users", "covers small and tall screens", "Ensure all requirements pass"])(
    "is not heard in %s",
    (line) => {
      expect(citedIds(line).all).toBeNull();
    },
  );
});

describe("a citation means", () => {
  const ids = (line: string) => citedIds(line).ids.map(({ from }) => from);
  const set = new IdSet(ids("FR1 FR2 FR3 FR5").concat(ids("Requirements: 1.1, 1.2, 2.1, 2.2, 10.1")));
  const meant = (line: string) => citedIds(line).ids.map((one) => set.meantBy(one));

  test("every id of a range that exists, and names the one that does not", () => {
    expect(meant("FR2-FR5")).toEqual([{ keys: ["FR-2", "FR-3", "FR-5"], unknown: ["FR-4"] }]);
  });
  test("all criteria of a requirement that is cited whole", () => {
    expect(meant("Requirements: 1")).toEqual([{ keys: ["1.1", "1.2"], unknown: [] }]);
  });
  test("all that lies between two criteria of different requirements", () => {
    expect(meant("Requirements: 1.2 through 10.1")).toEqual([{ keys: ["1.2", "2.1", "2.2", "10.1"], unknown: [] }]);
  });
  test("nothing where it does not exist", () => {
    expect(meant("FR9, FR-002")).toEqual([
      { keys: [], unknown: ["FR-9"] },
      { keys: ["FR-2"], unknown: [] },
    ]);
  });
});
