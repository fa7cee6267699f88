import fc from "fast-check";
import { expect, test } from "vitest";
import { popHeap, pushHeap } from "./heap.ts";

test("what is taken out comes in order, whatever came in when", () => {
  const before = (a: number, b: number): boolean => a < b;
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }), { nil: null })), (steps) => {
      const heap: number[] = [];
      const model: number[] = [];
      for (const step of steps) {
        if (step === null) {
          model.sort((a, b) => a - b);
          expect(popHeap(heap, before)).toBe(model.shift());
        } else {
          pushHeap(heap, step, before);
          model.push(step);
        }
      }
      expect(Array.from(model, () => popHeap(heap, before))).toEqual(model.toSorted((a, b) => a - b));
      expect(popHeap(heap, before)).toBeUndefined();
    }),
  );
});
