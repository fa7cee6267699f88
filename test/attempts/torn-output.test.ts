/** Output of which some went with a killed process of the keeper's: nobody is blamed for what nobody saw. */
import { expect, test } from "vitest";
import { AttemptLab } from "./attempt-lab.ts";

test("what it printed last went with what keeps its output: it is lost, and not to blame for an answer nobody saw", async () => {
  const lab = new AttemptLab();
  const relays = "for relay in $(pgrep -P $(ps -o ppid= -p $$)); do pkill -9 -x -P $relay dd; done";
  // The agent may be quicker than what keeps its output: it kills until there was something to kill.
  const torn = '[ -e "$(dirname "$REEVE_RESULT")/../torn" ]';
  await lab.start(["sh", "-c", `until ${torn}; do ${relays}; sleep 0.02; done`]);
  expect((await lab.ended()).outcome).toMatchObject({
    type: "lost",
    evidence: [expect.stringContaining("what keeps its output was killed")],
  });
});
