/** Bodies of epics as they are in the wild: odd texts, people who edit in between, two ticks at once. By the line of the rules each is about. */
import { describe, expect, it } from "vitest";
import { anEpic, asks, bodyOf, EPIC, queuedRow, withPauli, workersEnded } from "./epic-project.ts";
import type { TestProject } from "./project.ts";

const classes = (project: TestProject) => bodyOf(project).patterns.map((row) => row.class);

describe("bodies", () => {
  it("17 CRLF, fenced fake sections, escaped bars and a byte order mark stay as they are, and only the row with the odd status waits", async () => {
    const mine =
      "# Shop\r\n\r\n```md\r\n## Pattern Memory\r\n| a | b |\r\n```\r\n\r\n<!--\r\n### Work Items\r\n-->\r\n\r\nA \\| bar, 🦊, trailing \t \r\n\r\n";
    const head = "\uFEFF---\r\nid: shop # mine\r\nstatus: queued\r\ntags: [x,  y]\r\n---\r\n";
    const table =
      "| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |\r\n|---|---|---|---|---|---|---|---|\r\n| 1 | a | Do a \\| b | queued |  |  |  | left alone \\| here |\r\n| 2 | b | B | quued |  |  |  |  |\r\n";
    const tail = "\r\n## Appendix\r\n\r\nThe end without a break";
    const project = anEpic({
      files: { [EPIC]: `${head}${mine}## Supervisor State\r\n\r\n### Work Items\r\n\r\n${table}${tail}` },
    });
    const ticked = project.reeve("tick", EPIC);
    expect(ticked).toMatchObject({ code: 0, out: "a is dispatched to sh.\n" });
    expect(ticked.err).toMatch(/b has the unknown status "quued".*did you mean queued\?/s);
    await workersEnded(project);
    const text = project.read(EPIC);
    expect(text.startsWith(head.replace("queued", "in_progress"))).toBe(true);
    expect(text).toContain(mine);
    expect(text).toContain(tail);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(text).toContain("| 2 | b | B | quued |  |  |  |  |");
    expect(bodyOf(project).items[0]).toMatchObject({
      title: "Do a | b",
      notes: expect.stringContaining("left alone | here"),
    });
  });

  it("17 an id that is there twice, or a broken table, is named with its line; nothing is written and nobody is asked", () => {
    const project = withPauli({ items: [queuedRow("a"), queuedRow("b"), queuedRow("a")] });
    const before = project.read(EPIC);
    expect(project.reeve("tick", EPIC)).toMatchObject({
      code: 10,
      err: expect.stringContaining('shop.md:20:1 Work Items: the ID "a" is there twice'),
    });
    expect(project.read(EPIC)).toBe(before);
    expect(asks(project)).toBe(0);
    expect(project.reeve("epic", "approve", "shop")).toMatchObject({ code: 2 });
    expect(project.read(EPIC)).toBe(before);
  });

  it("17 a person's edit between two ticks wins and is noted, also when a worker wrote in between", async () => {
    const project = anEpic({ items: [queuedRow("a"), queuedRow("b"), queuedRow("c")] });
    project.reeve("tick", EPIC);
    project.write(EPIC, project.read(EPIC).replace("| Do b | queued", "| Do b | cancelled"));
    await workersEnded(project);
    project.reeve("tick", EPIC);
    project.reeve("tick", EPIC);
    expect(project.read(EPIC)).toContain("were edited by hand since the last checkpoint");
    expect(bodyOf(project).items.map(({ status }) => status)).toEqual([
      "ready_for_user_review",
      "cancelled",
      "in_progress",
    ]);
    await workersEnded(project);
  });

  it("an item in progress that no tick dispatched waits for its person, and a resident run does not wait for it", () => {
    const project = anEpic({ items: ["| 1 | a | A | in_progress |  |  |  |  |\n"], status: "in_progress" });
    expect(project.reeve("run", EPIC)).toMatchObject({
      code: 9,
      out: expect.stringContaining("no tick has dispatched it"),
    });
  });

  it("1 of two ticks at once one decides, the other leaves", async () => {
    const project = anEpic({ items: [queuedRow("a"), queuedRow("b", "deps=a")] });
    const ends = await Promise.all(
      [project.start("tick", EPIC), project.start("tick", EPIC)].map(({ ended }) => ended),
    );
    expect(ends.map(({ code }) => code)).toContain(0);
    expect(ends.every(({ code }) => code === 0 || code === 7 || code === 9)).toBe(true);
    expect(classes(project)).toEqual(["dispatch_ok"]);
    await workersEnded(project);
  });
});
