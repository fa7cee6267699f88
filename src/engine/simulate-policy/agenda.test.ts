import fc from "fast-check";
import { expect, it } from "vitest";
import { emptyAgenda, note, takeNext } from "./agenda.ts";

it("gives what was noted soonest first, and what happens at once in the order it was noted", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (times) => {
      const agenda = emptyAgenda();
      const happened: (readonly [number, number])[] = [];
      for (const [index, at] of times.entries()) note(agenda, at, () => happened.push([at, index]));
      for (let next = takeNext(agenda); next; next = takeNext(agenda)) next.happen();
      const sorted = times.map((at, index) => [at, index] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      expect(happened).toEqual(sorted);
    }),
  );
});
