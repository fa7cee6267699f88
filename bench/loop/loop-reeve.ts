/**
 * Measured alone in its own process: how many durable decisions per second the real loop makes, with 50 attempts at once
 * that take no time. A decision is one record; a step is one task worked to its end.
 */
import { setFlagsFromString } from "node:v8";
import { done, STEPS, workflows, workPlan } from "../workload.ts";

// As `reeve run` does it.
setFlagsFromString("--semi-space-growth-factor=1");

const [root = "", workflowCount = "1000", parallel = "50"] = process.argv.slice(2);

const count = { records: 0, commits: 0 };
let sameCommit = false;
let [first, last] = [0, 0];

function onRecord(): void {
  last = performance.now();
  if (count.records === 0) first = last;
  count.records += 1;
  if (sameCommit) return;
  // Records of one commit are told one after the other, without a turn between them.
  sameCommit = true;
  count.commits += 1;
  queueMicrotask(() => {
    sameCommit = false;
  });
}

const plan = workflows(Number(workflowCount), Number(parallel));
// Once for nothing: what is measured is a loop that has been at work for a while.
await workPlan(root, plan, done, () => {});
const { dir } = await workPlan(root, plan, done, onRecord);
const steps = Number(workflowCount) * STEPS;
console.log(JSON.stringify({ ...count, steps, seconds: (last - first) / 1000, journal: `${dir}/journal.db` }));
