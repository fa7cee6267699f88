/** What people and forges do with epics, through the use cases: which epic and which item is meant, what is refused, and what waits for whom. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { approveEpic, decideEpic } from "../../src/app/epic/edit-epic.ts";
import { findEpic } from "../../src/app/epic/epics.ts";
import { queuedEpics } from "../../src/app/epic/hooks.ts";
import { importEpic } from "../../src/app/epic/import-epic.ts";
import { markMerged } from "../../src/app/epic/merged-items.ts";
import { newEpic } from "../../src/app/epic/new-epic.ts";
import { withoutMachinePaths } from "../../src/app/epic/work/no-machine-paths.ts";
import { lookBeside } from "../../src/app/look/waiting-beside.ts";
import type { Project } from "../../src/app/project/project.ts";
import { besideRows } from "../../src/views/model/attention-beside.ts";
import { refusalText } from "../../src/views/refusals/refusal-words.ts";
import { aProject } from "../app-lab.ts";
import { epicText, itemRow } from "./epic-lab.ts";

const NOW = Date.UTC(2026, 0, 2);
const read = ({ root }: Project, file: string) => readFileSync(join(root, file), "utf8");
const wish = ({ root }: Project, epic: string) => ({ cwd: root, now: NOW, epic });
const anEpic = (id: string, rows: readonly string[], status = "in_progress") =>
  epicText(rows, status).replace("id: e\n", `id: ${id}\n`);
const BROKEN = anEpic("broken", ["| 1 | a |\n"]);

describe("which epic is meant", () => {
  test("two of the same id are named; neither is taken", () => {
    const text = anEpic("shop", [itemRow("a", "queued")]);
    const project = aProject({ "epics/one.md": text, "epics/two.md": text });
    const found = findEpic(project, project.root, "shop");
    expect(found.ok ? "" : refusalText(found.refusal)).toMatch(/one\.md and epics\/two\.md both have the id shop/);
  });

  test("a link to a file is an epic; a folder, a link to nothing and a file of other bytes cost only themselves", async () => {
    const project = aProject({ "real/shop.md": anEpic("shop", [itemRow("a", "queued")]) });
    const at = (name: string) => join(project.root, "epics", name);
    mkdirSync(at("folder.md"), { recursive: true });
    symlinkSync("../real/shop.md", at("shop.md"));
    symlinkSync("../real/gone.md", at("gone.md"));
    symlinkSync("ring.md", at("ring.md"));
    writeFileSync(at("bytes.md"), Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00]));
    expect(findEpic(project, project.root, "shop")).toMatchObject({ ok: true });
    const { epics, waiting } = await lookBeside(project, NOW);
    expect(epics.map(({ id }) => id)).toEqual(["shop"]);
    expect(waiting).toMatchObject([{ type: "mend", file: "epics/bytes.md" }]);
  });

  test("a title in any script gives an epic of its own, on one line", () => {
    const project = aProject();
    const made = ["予約をキャンセル", "مرحبا", "🦊", "Cancel\n## Supervisor Log\n- x"].map((title) =>
      newEpic(project, wish(project, title)),
    );
    expect(made.map((each) => (each.ok ? each.value.id : refusalText(each.refusal)))).toEqual([
      "epic-1",
      "epic-2",
      "epic-3",
      "cancel-supervisor-log-x",
    ]);
    const again = newEpic(project, wish(project, "Cancel ## Supervisor Log - x"));
    expect(again.ok ? "" : refusalText(again.refusal)).toMatch(/already exists.*choose another title/);
  });
});

test("a file in place of the folder of epics is no epic and breaks nothing", async () => {
  const project = aProject({ epics: "just a file" });
  expect(await lookBeside(project, NOW)).toEqual({ epics: [], boards: [], waiting: [] });
  expect(findEpic(project, project.root, "shop")).toMatchObject({ refusal: { what: "no_epic" } });
});

describe("a person cannot take an item from a worker by mistake", () => {
  const rows = [itemRow("a", "in_progress", "dispatch=d1", { worker: "claude" }), itemRow("b", "ready")];

  test("approve and decide refuse an item that is worked on, and change nothing", async () => {
    const project = aProject({ "epics/shop.md": anEpic("shop", rows) });
    const before = read(project, "epics/shop.md");
    for (const edited of [
      await approveEpic(project, { ...wish(project, "shop"), items: ["b", "a"] }),
      await decideEpic(project, { ...wish(project, "shop"), item: "a", words: "use euros" }),
    ])
      expect(edited.ok ? "" : refusalText(edited.refusal)).toMatch(/A is being worked on by claude/i);
    expect(read(project, "epics/shop.md")).toBe(before);
  });
});

describe("14 which item a merged branch belongs to", () => {
  const merged = async (project: Project, branch: string) => {
    const reply = await markMerged(project, { cwd: project.root, now: NOW, epic: undefined, branch });
    return reply.ok ? reply.value.found.map(({ epic, item }) => `${epic} ${item}`) : refusalText(reply.refusal);
  };
  const two = () =>
    aProject({
      "epics/shop.md": anEpic("shop", [itemRow("a", "ready_for_user_review"), itemRow("b", "queued")]),
      "epics/till.md": anEpic("till", [itemRow("a", "queued"), itemRow("shop", "queued")]),
    });

  test("one of the epic that the branch names; told twice, nothing more is done", async () => {
    const project = two();
    expect(await merged(project, "refs/heads/epic/shop/a-dabc")).toEqual(["epics/shop.md a"]);
    expect(await merged(project, "epic/shop/a-dabc")).toEqual([]);
    expect(read(project, "epics/till.md")).not.toContain("| done |");
  });

  test("where several epics have such an item, none is taken", async () => {
    const project = two();
    expect(await merged(project, "feature/a-cancel")).toMatch(
      /may belong to a of epics\/shop\.md, a of epics\/till\.md/,
    );
    expect(read(project, "epics/shop.md") + read(project, "epics/till.md")).not.toContain("| done |");
  });

  test("an item and the fix on the same branch are done together", async () => {
    const at = { surface: "branch epic/shop/a-fix1-d2 on origin" };
    const rows = [itemRow("a", "ready_for_user_review", "", at), itemRow("a-fix1", "ready_for_user_review", "", at)];
    const project = aProject({ "epics/shop.md": anEpic("shop", rows) });
    expect(await merged(project, "epic/shop/a-fix1-d2")).toEqual(["epics/shop.md a", "epics/shop.md a-fix1"]);
  });
});

describe("what waits for a person is one list", () => {
  test("questions of epics, epics that stand still, and bodies that cannot be read", async () => {
    const project = aProject({
      "epics/broken.md": BROKEN,
      "epics/stuck.md": anEpic("stuck", [itemRow("a", "queued", "deps=nobody")]),
      "epics/plan.md": anEpic("plan", [itemRow("a", "ready")], "ready"),
      "epics/busy.md": anEpic("busy", [itemRow("a", "in_progress", "dispatch=d1")]),
    });
    const { waiting } = await lookBeside(project, NOW);
    expect(waiting.map(({ type, file, answer }) => `${type} ${file}: ${answer}`)).toEqual([
      expect.stringMatching(/^mend epics\/broken\.md: /),
      "approve epics/plan.md: reeve epic approve plan",
      "look epics/stuck.md: reeve epic status stuck",
    ]);
    const rows = besideRows(waiting);
    expect(rows.map(({ id, kind, acts: [act] }) => `${id} ${kind} ${act?.command}`)).toEqual([
      "epic:epics/broken.md brake reeve epic status epics/broken.md",
      "epic:plan proposal reeve epic approve plan",
      "epic:stuck review reeve epic status stuck",
    ]);
  });

  test("a hook names the body it cannot read and looks at the others", () => {
    const project = aProject({
      "epics/broken.md": BROKEN,
      "epics/shop.md": anEpic("shop", [itemRow("a", "queued")]),
    });
    const queued = queuedEpics(project, { cwd: project.root, now: NOW, epic: undefined });
    expect(queued).toMatchObject({ value: { found: ["epics/shop.md"], mistakes: [{ file: "epics/broken.md" }] } });
    const named = queuedEpics(project, wish(project, "broken"));
    expect(named).toMatchObject({ value: { found: [], mistakes: [{ file: "epics/broken.md" }] } });
  });
});

test("17 an epic that is taken in again keeps its phase, and nothing is written where nothing is new", () => {
  const project = aProject({ "epics/x.md": "# X\n\n- [ ] One\n- [ ] Two\n" });
  const take = () => importEpic(project, { ...wish(project, "epics/x.md"), status: undefined, dryRun: false });
  take();
  const worked = read(project, "epics/x.md").replace("Phase: review", "Phase: dispatch");
  writeFileSync(join(project.root, "epics/x.md"), worked);
  expect(take()).toMatchObject({ value: { isNew: false, items: 0 } });
  expect(read(project, "epics/x.md")).toBe(worked);
  writeFileSync(join(project.root, "epics/x.md"), worked.replace("- [ ] Two\n", "- [ ] Two\n- [ ] Three\n"));
  expect(take()).toMatchObject({ value: { isNew: true, items: 1 } });
  expect(read(project, "epics/x.md")).toContain("Phase: dispatch");
});

test("no machine's paths stand in what agents say", () => {
  const said = { reason: "cannot open /srv/ann/shop/src/a.ts, /srv/ann/.netrc or /srv/anna; in /srv/ann/shop." };
  expect(withoutMachinePaths("/srv/ann/shop", said, "/srv/ann")).toEqual({
    reason: "cannot open src/a.ts, ~/.netrc or /srv/anna; in ..",
  });
  expect(withoutMachinePaths("/", ["/etc"], "/")).toEqual(["/etc"]);
});
