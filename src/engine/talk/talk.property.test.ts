/** A call whose answer was lost on the way is made again: whatever an agent says, said twice it counts once. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { given } from "../../testing/given.ts";
import { blocked, done } from "../../testing/outcomes.ts";
import type { TalkInput } from "./inputs.ts";

const attempt = fc.constantFrom("a.1", "b.1", "gone.1");
const text = fc.oneof(fc.constantFrom("which way?", "how far?"), fc.string({ minLength: 1, maxLength: 20 }));
const ends = [done("a"), done("a", { decisions: ["x"] }), blocked("a"), blocked("a", { uncertain_about: "how far?" })];
const results = ends.flatMap((end) => (end.type === "done" || end.type === "blocked" ? [end.result] : []));

const input: fc.Arbitrary<TalkInput> = fc.oneof(
  fc.record({ type: fc.constant("result_reported" as const), attempt, result: fc.constantFrom(...results) }),
  fc.record({
    type: fc.constant("agent_asked" as const),
    attempt,
    text,
    options: fc.constant([]),
    waitMs: fc.constantFrom(0, 1_000, 240_000),
    blocked: fc.constantFrom("ambiguous_spec" as const, "missing_dependency" as const),
  }),
  fc.record({ type: fc.constant("agent_learned" as const), attempt, text }),
  fc.record({
    type: fc.constant("agent_wrote" as const),
    attempt,
    to: fc.constantFrom(null, "a", "b", "nobody"),
    text,
  }),
);

test("the second time nothing happens, and the answer is the same", () => {
  fc.assert(
    fc.property(fc.array(input, { minLength: 1, maxLength: 30 }), (inputs) => {
      const run = given({ tasks: ["a", "b"] })
        .up("a.1")
        .up("b.1");
      for (const each of inputs) {
        const first = run.when(each).answer;
        run.quietly();
        expect(run.when(each).answer).toEqual(first);
        expect(run.then()).toEqual([]);
      }
    }),
  );
});
