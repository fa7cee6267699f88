import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

test("no more than so many at once, in the order they came, also when one fails", async () => {
  const turns = new Semaphore(2);
  const log: string[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const works = gates.map((gate, n) =>
    turns.run(async () => {
      log.push(`begin ${n}`);
      await gate.promise;
    }),
  );
  expect(log).toEqual(["begin 0", "begin 1"]);
  gates[1]?.reject(new Error("it failed"));
  await expect(works[1]).rejects.toThrow("it failed");
  expect(log).toEqual(["begin 0", "begin 1", "begin 2"]);
  for (const gate of gates) gate.resolve();
  await Promise.all([works[0], works[2], works[3]]);
  expect(log.at(-1)).toBe("begin 3");
});

test("a turn that nobody waited for is free again", async () => {
  const turns = new Semaphore(1);
  await turns.run(async () => {});
  expect(await turns.run(async () => "second")).toBe("second");
});
