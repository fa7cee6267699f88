/** A whole epic in virtual time, tick by tick, from its goal to the person's review. */
import { expect, test } from "vitest";
import { readBody } from "../../src/systems/epic/body/read-body.ts";
import { EpicLab } from "./epic-lab.ts";

const GOAL = `---
id: shop
title: Guests can cancel
status: ready
project: shop
---
# Guests can cancel

- [ ] Model of a cancellation
- [ ] Page with a button
- [ ] Mail to the owner
`;

test("from decomposition over approval, dispatch, FAIL, fix, REVISE to ready_for_user_review", async () => {
  const lab = new EpicLab(GOAL);
  const ended: string[] = [];
  const step = async (...answers: unknown[]) => {
    const before = lab.body.patterns.length;
    const asked = lab.asked.length;
    const ticked = await lab.tick(...answers);
    ended.push(ticked.ended);
    expect(lab.asked.length - asked).toBeLessThanOrEqual(1);
    if (ticked.ended !== "nothing") expect(lab.body.patterns.length).toBe(Math.min(16, before + 1));
    return ticked;
  };
  await step();
  expect(lab.text).toContain("## Decomposition Proposal");
  await step();
  expect(lab.body).toMatchObject({ status: "review", phase: "review" });
  expect(lab.body.items.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "shop-1 ready",
    "shop-2 ready",
    "shop-3 ready",
    "shop-verify ready",
  ]);
  const untouched = lab.text;
  expect((await step()).ended).toBe("nothing");
  expect(lab.text).toBe(untouched);

  lab.text = lab.text.replace("status: review", "status: queued");
  await step();
  expect(lab.dispatched).toMatchObject([{ item: "shop-1", worker: "claude", project: "shop" }]);
  expect(lab.body.items.map(({ status }) => status)).toEqual(["in_progress", "queued", "queued", "queued"]);
  lab.workerEnds("shop-1", "0", "https://forge.example/pr/1");

  await step({ verdict: "FAIL", reason: "tests red on docker" });
  expect(lab.asked.at(-1)).toMatchObject({
    role: "marsha",
    brief: {
      item: "shop-1",
      pr: "https://forge.example/pr/1",
      acceptance: [expect.stringContaining("Model of a cancellation")],
    },
  });
  await step();
  expect(lab.asked.at(-1)).toEqual({
    role: "pauli",
    brief: { epic: "shop", role: "react", context: "shop-1: marsha-fail: tests red on docker" },
  });
  expect(lab.status("shop-1")).toBe("blocked");
  expect(lab.status("shop-1-fix1")).toBe("queued");

  await step();
  await step();
  expect(lab.dispatched.map(({ item }) => item)).toEqual(["shop-1", "shop-2", "shop-3"]);
  expect((await step()).ended).toBe("nothing");
  lab.workerEnds("shop-2", "0", "https://forge.example/pr/2");
  await step({ verdict: "REVISE", reason: "cannot tell whether mails are sent" });
  expect(lab.body.items.find(({ id }) => id === "shop-2-verify1")).toMatchObject({
    status: "queued",
    fields: { for: "shop-2", base: "https://forge.example/pr/2" },
  });

  for (let tick = 0; tick < 20 && lab.body.status === "in_progress"; tick += 1) {
    for (const { id, status, fields } of lab.body.items)
      if (status === "in_progress" && fields.exit === undefined) lab.workerEnds(id, "0", `https://forge.example/${id}`);
    await step();
  }
  expect(lab.body.status).toBe("ready_for_user_review");
  expect(lab.body.items.every(({ status }) => status === "ready_for_user_review")).toBe(true);
  expect(lab.text.match(/## Final Summary/g)).toHaveLength(1);
  expect((await step()).ended).toBe("nothing");
  expect(lab.body.persons.trim()).toBe(GOAL.slice(GOAL.indexOf("# Guests")).trim());
  expect(ended).toContain("halted");
});

test("1 two readings of one body decide the same: nothing is remembered outside it", async () => {
  const one = new EpicLab(GOAL);
  const other = new EpicLab(GOAL);
  for (let tick = 0; tick < 3; tick += 1) {
    await one.tick();
    const fresh = new EpicLab(other.text);
    fresh.now = other.now;
    await fresh.tick();
    [other.text, other.now] = [fresh.text, fresh.now];
  }
  expect(other.text).toBe(one.text);
  expect(readBody(one.text, "e.md").ok).toBe(true);
});
