/** A pool whose members come and go while the tree runs, and a worker that fails twice before it succeeds. */
import { defineTree, superviseTree, TreeError } from "reeve";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const tree = defineTree({
  id: "root",
  strategy: "one_for_one",
  intensity: 3,
  periodS: 60,
  children: [{ id: "clock" }, { id: "jobs", intensity: 5, periodS: 60, template: { id: "job", restart: "transient" } }],
});
if (!tree.ok) throw new Error(tree.errors.map(({ error, path }) => `${path}: ${error}`).join("\n"));

const done = Promise.withResolvers<void>();
const running = await superviseTree(tree.spec, {
  work: async ({ id, args, starts, signal }) => {
    if (id !== "job") return untilStopped(signal);
    if (args === "fails twice" && starts < 3) throw new Error("not yet");
    say(`${args} succeeds at start ${starts}`);
    if (args === "fails twice") done.resolve();
  },
  onFailure: ({ path, starts }) => say(`${path} failed at start ${starts}`),
  signal: AbortSignal.timeout(60_000),
});

say(`started ${await running.startChild("root/jobs", { args: "easy" })}`);
say(`started ${await running.startChild("root/jobs", { args: "fails twice" })}`);
await done.promise;

// Children of an ordinary supervisor have names.
await running.startChild("root", { id: "extra" });
await running.startChild("root", { id: "extra" }).catch((error: unknown) => {
  say(error instanceof TreeError ? `${error.code}: ${error.next}` : "?");
});
await running.terminateChild("root", "clock");
for (const { id, state } of await running.whichChildren("root")) say(`${id}: ${state}`);
say(`the tree ended: ${await running.stop()}`);

function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
