import { expect, test } from "vitest";
import { given } from "../../testing/given.ts";
import type { SeenFailure } from "../causes/seen-failure.ts";

test("however many failures are known, none of them is read again when the next one comes", () => {
  const tasks = Array.from({ length: 10 }, (_, number) => `t${number}`);
  const run = given({ tasks, settings: { maxParallel: 10 }, policies: { haltFailedShare: 1 } });
  const readAgain: string[] = [];
  for (const task of tasks) {
    const message = `the assertion about ${task} in ${task}.test.ts failed`;
    const subject = `${task}.test.ts`;
    const failure = { class: "test_failure", restart: "persistent", subject, message, evidence: [] } as const;
    run.ends(`${task}.1`, { type: "failed", failure });
    for (const note of run.state.patterns.failures.slice(-1)) tellReads(note, () => readAgain.push(note.id));
  }
  expect(run.state.patterns.failures.map(({ id }) => id)).toEqual(tasks.map((task) => `${task}.1`));
  expect(readAgain).toEqual([]);
});

/** From now on, whoever reads the text of this failure is noticed. */
function tellReads(note: SeenFailure, tell: () => void): void {
  const { text } = note;
  Object.defineProperty(note, "text", {
    get: () => {
      tell();
      return text;
    },
  });
}
