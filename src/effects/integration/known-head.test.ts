import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  anIntegrationWorld,
  BRANCH,
  type IntegrationWorld,
  integrated,
  order,
} from "../../../test/integration-world.ts";
import { openGit } from "../git/git.ts";
import { integratedRef, openIntegrationRefs } from "./integration-refs.ts";

let world: IntegrationWorld;
beforeEach(() => {
  world = anIntegrationWorld({ "a.txt": "a\n" });
});
afterEach(() => world.repository.remove());
const openRefs = () =>
  openIntegrationRefs(openGit(world.repository.dir), join(world.repository.dir, ".git"), "r1", world.base);

test("the branch is known to hold where it began, what Reeve merged, and nothing else", async () => {
  const refs = openRefs();
  const [mine, other] = [world.work("t1", { "b.txt": "b\n" }), world.work("t2", { "c.txt": "c\n" })];
  expect(refs.holds(world.base)).toBe(false);
  await integrated(world.open({ refs }), order("t1", mine));
  expect([world.base, mine, world.branch()].map(refs.holds)).toEqual([true, true, true]);
  expect(refs.holds(other)).toBe(false);
});

test.each([
  ["both refs", [BRANCH, integratedRef("r1")]],
  ["Reeve's own ref alone", [integratedRef("r1")]],
])("once somebody has taken back %s, what was merged is not held any more", async (_which, taken) => {
  const refs = openRefs();
  const mine = world.work("t1", { "b.txt": "b\n" });
  await integrated(world.open({ refs }), order("t1", mine));
  for (const ref of taken) world.repository.git("update-ref", ref, world.base);
  expect(await refs.readHead()).toMatchObject({ head: { commit: world.base } });
  expect(refs.holds(mine)).toBe(false);
  expect(refs.holds(world.base)).toBe(true);
});
