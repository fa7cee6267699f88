/** Documents as other tools and people write them: what is found in each layout, whatever form it has. */
import { describe, expect, test } from "vitest";
import type { Files } from "./good-session.ts";
import { checkOf, sessionFolder, told } from "./session-folder.ts";

const covered = async (files: Files, only = ["003"]) => {
  const ran = await sessionFolder(files).run({ only });
  const check = checkOf(ran, "must-haves-covered");
  return { layout: ran.results[0]?.layout, seen: check.seen, told: told(check) };
};

describe("BMAD", () => {
  const prd =
    "# PRD\n\n## Functional Requirements\n\n**FR1:** Guests book.\n\n**FR2:** Guests cancel.\n\n- FR3: Guests pay.\n";

  test("a map of coverage counts, an inventory that repeats the requirements does not", async () => {
    const epics =
      "# Epics\n\n## Requirements Inventory\n\n### Functional Requirements\n\nFR1: Guests book.\nFR2: Guests cancel.\nFR3: Guests pay.\n\n### FR Coverage Map\n\nFR1: Epic 1 - booking\nFR2: Epic 1 - cancelling\n";
    expect(await covered({ "docs/prd.md": prd, "docs/epics.md": epics })).toEqual({
      layout: "bmad",
      seen: "2 of 3 ids cited",
      told: ["fail FR3 is cited by no story or task: Guests pay."],
    });
  });

  test("a map in a code fence, in a table, with ranges and dashes of any kind", async () => {
    const map = [
      "```\nFR1  → Epic 1\nFR2 → Epic 2\n```\n| Epic | FRs |\n|---|---|\n| Epic 3 | FR3 |\n",
      "**FRs covered:** FR1–FR3",
      "**FRs:** FR1-3",
      "FR1 through FR3",
    ];
    for (const text of map) {
      const found = await covered({ "prd.md": prd, "epics.md": `# Epics\n\n## Epic 1: All\n\n${text}\n` });
      expect(found.told).toEqual([]);
    }
  });

  test("shards count as one document, also nested ones; a shard that is named and not there is told", async () => {
    const ran = await sessionFolder({
      "_bmad-output/planning-artifacts/prd/index.md": "# PRD\n\n- [FR](./functional/index.md)\n- [Gone](./gone.md)\n",
      "_bmad-output/planning-artifacts/prd/functional/index.md":
        "# Functional\r\n\r\n| ID | Requirement | Priority |\r\n|---|---|---|\r\n| **FR-H1** | Book | Must |\r\n| FR-H2 | Pay | Could |\r\n",
      "_bmad-output/planning-artifacts/epics/index.md": "# Epics\n",
      "_bmad-output/planning-artifacts/epics/epic-1.md": "# Epic 1: Booking\n\n## Story 1.1: Book\n\n_FR-H1_\n",
    }).run({ only: ["3"] });
    expect(told(checkOf(ran, "must-haves-covered"))).toEqual(["warn FR-H2 is cited by no story or task: Pay | Could"]);
    expect(told(checkOf(ran, "artifacts-exist")).join("\n")).toContain(
      "prd/index.md:4 names the shard _bmad-output/planning-artifacts/prd/gone.md",
    );
  });

  test("epics inside the PRD are its epics, and a story that waits for none is told", async () => {
    const files = {
      "docs/prd.md": `${prd}\n## Epic 1: Booking\n\n### Story 1.1: Book\n\nFR1, FR2 and FR3\n\n### Story 1.2: Pay\n\n**Dependencies:** Story 1.7\n`,
    };
    expect((await covered(files)).told).toEqual([]);
    const ran = await sessionFolder(files).run({ only: ["003"] });
    expect(told(checkOf(ran, "dependencies-valid"))).toEqual(["fail 1.2 waits for 1.7, which does not exist."]);
  });

  test("epics that cite no id at all are told once, and stop nobody", async () => {
    const found = await covered({
      "prd.md": prd,
      "epics.md": "# Epics\n\n## Epic 1: Booking\n\n### Story 1.1: Book\n",
    });
    expect(found.told).toEqual([
      "warn None of the 3 ids is cited by any story or task, so coverage cannot be followed.",
    ]);
  });

  test("an id that only the epics know is named", async () => {
    const found = await covered({ "prd.md": prd, "epics.md": "# Epics\n\n## Epic 1: All\n\nFR1, FR2, FR3, FR21\n" });
    expect(found.told).toEqual(["warn epics.md:5 cites FR21, which does not exist."]);
  });
});

describe("Kiro", () => {
  const requirements =
    "# Requirements Document\n\n## Requirements\n\n### Requirement 1: Login\n\n**User Story:** As a user, I want in.\n\n#### Acceptance Criteria\n\n1. WHEN a name is given, THE system SHALL greet\n2. IF it is wrong, THEN THE system SHALL say so\n   1. a detail\n\n### Requirement 2\n\n#### Acceptance Criteria\n\n1. THE system SHALL log out\n1. THE system SHALL forget\n";
  const files = (tasks: string): Files => ({
    "requirements.md": requirements,
    "design.md": "# Design\n",
    "tasks.md": `# Tasks\n\n- [ ] 1. All\n  - ${tasks}\n`,
  });

  test.each([
    ["_Requirements: 1.1, 1.2, 2.1, 2.2_", []],
    ["_Requirements: 1.1-1.2, 2_", []],
    ["**Validates: Requirements 1.1 through 2.2**", []],
    ["_Requirements: 1.1, 1.2, 2.1_", ["fail 2.2 is cited by no story or task: THE system SHALL forget"]],
    ["_Requirements: 1, 2, 9.9_", ["warn tasks.md:4 cites 9.9, which does not exist."]],
  ])("%s", async (tasks, findings) => {
    expect((await covered(files(tasks))).told).toEqual(findings);
  });

  test("All is a warning and never coverage", async () => {
    const { told: found } = await covered(
      files("_Requirements: 1.1, 1.2, 2.1_\n- [ ] 2. Rest\n  - _Requirements: All_"),
    );
    expect(found).toEqual([
      "fail 2.2 is cited by no story or task: THE system SHALL forget",
      'warn tasks.md:6 cites "All" instead of ids; that covers nothing.',
    ]);
  });

  test("requirements in Japanese, found from the repository above", async () => {
    const found = await covered({
      ".kiro/specs/login/requirements.md":
        "# 要件定義\n\n### 要件 1: ログイン\n\n#### 受け入れ基準\n\n1. 挨拶する\n2. 拒否する\n",
      ".kiro/specs/login/tasks.md": "# 実装計画\n\n- [ ] 1. 実装\n  - _要件: 1.1、1.2_\n",
    });
    expect(found).toEqual({ layout: "kiro", seen: "2 of 2 ids cited", told: [] });
  });

  test("a repository with several features names them", async () => {
    const [one, other] = ["a", "b"].map((name) => ({
      [`.kiro/specs/${name}/requirements.md`]: requirements,
      [`.kiro/specs/${name}/tasks.md`]: "# T\n",
    }));
    expect(await sessionFolder({ ...one, ...other }).refusal()).toBe("several_sessions");
  });
});

describe("spec-kit", () => {
  const spec =
    "# Feature\n\n## User Scenarios\n\n### User Story 1 - Book (Priority: P1)\n\n### User Story 2 - Pay (Priority: P3)\n\n## Requirements\n\n- **FR-001**: System MUST book\n- **FR-002**: System MUST keep rooms [NEEDS CLARIFICATION: how long?]\n";

  test("tasks cite stories; requirements that none cites are only noted", async () => {
    const found = await covered({
      "specs/001-rooms/spec.md": spec,
      "specs/001-rooms/plan.md": "# Plan\n",
      "specs/001-rooms/tasks.md": "- [ ] T001 [P] [US1] Book in src/a.ts\n- [ ] T002 [US2] Pay (depends on T001)\n",
    });
    expect(found).toEqual({
      layout: "spec-kit",
      seen: "2 of 4 ids cited",
      told: ["note No FR id is cited by any story or task (FR-001 to FR-002); they are followed by other ids only."],
    });
  });

  test("a story without a task is told, and a question that is still marked", async () => {
    const files = { "spec.md": spec, "plan.md": "# Plan\n", "tasks.md": "- [ ] T001 [US2] Pay\n" };
    expect((await covered(files)).told[0]).toBe("fail US1 is cited by no story or task: Book (Priority: P1)");
    const ran = await sessionFolder(files).run({ only: ["2"] });
    expect(told(checkOf(ran, "open-questions"))).toEqual(["fail spec.md:12 still asks: how long?"]);
  });
});

describe("a session folder", () => {
  test("with a file per requirement, epic and task, as other tools of its kind write it", async () => {
    const found = await covered({
      ".msg/messages.jsonl": "",
      "spec/product-brief.md": "# Brief\n",
      "spec/requirements/_index.md": "# Requirements\n\n| id | title |\n|---|---|\n| REQ-001 | Book |\n",
      "spec/requirements/REQ-001-book.md": "---\nid: REQ-001\ntitle: Book\npriority: Must\n---\n# REQ-001: Book\n",
      "spec/requirements/NFR-perf-001-fast.md": "---\nid: NFR-perf-001\ntitle: Fast\npriority: Should\n---\n# Fast\n",
      "spec/epics/EPIC-001-all.md": "---\nid: EPIC-001\nrequirements: [REQ-001]\n---\n# All\n",
      "plan/plan.json": '{ "complexity": "Low", "recommended_execution": "Agent" }',
      "plan/.task/TASK-001.json": '{ "id": "TASK-001", "title": "Book", "description": "REQ-001", "depends_on": [] }',
    });
    expect(found).toEqual({
      layout: "session",
      seen: "1 of 2 ids cited",
      told: [
        "note No NFR-PERF id is cited by any task of the plan (NFR-perf-001); they are followed by other ids only.",
      ],
    });
  });
});

test("a folder with none of these is refused", async () => {
  expect(await sessionFolder({ "README.md": "# Hello\n" }).refusal()).toBe("no_layout");
});
