import { expect, test } from "vitest";
import { type ChildDefinition, defineChild, defineTree } from "../simulate/define-tree.ts";
import { checkChildSpecs } from "./check-specs.ts";

function mistakes(...children: ChildDefinition[]) {
  const defined = defineTree({ id: "r", children });
  return defined.ok ? [] : defined.errors.map(({ error, path }) => `${error} ${path}`);
}

test("a tree without mistakes is complete with OTP's defaults", () => {
  const defined = defineTree({ id: "r", children: [{ id: "a" }, { id: "p", template: { id: "t" } }] });
  const worker = { type: "worker", restart: "permanent", significant: false };
  const supervisor = {
    type: "supervisor",
    intensity: 1,
    periodS: 5,
    autoShutdown: "never",
    restart: "permanent",
    significant: false,
  };
  expect(defined).toEqual({
    ok: true,
    spec: {
      ...supervisor,
      id: "r",
      strategy: "one_for_one",
      children: [
        { ...worker, id: "a" },
        { ...supervisor, id: "p", strategy: "simple_one_for_one", children: [{ ...worker, id: "t" }] },
      ],
    },
  });
});

test("what is given is kept: grace, arguments, backoff", () => {
  const backoff = { kind: "constant", delayS: 1, jitter: 0 } as const;
  expect(defineChild({ id: "a", graceMs: 9, args: ["x"] })).toMatchObject({ graceMs: 9, args: ["x"] });
  expect(defineChild({ id: "s", backoff, args: 1, children: [] })).toMatchObject({ backoff, args: 1 });
});

test("all mistakes of the whole tree are found before anything starts", () => {
  const found = mistakes(
    { id: "a" },
    { id: "a" },
    { id: "b", significant: true, restart: "transient" },
    { id: "s", autoShutdown: "any_significant", children: [{ id: "x", significant: true }, { id: "y/z" }] },
    { id: "p", template: { id: "q", children: [{ id: "" }] } },
  );
  expect(found).toEqual([
    "duplicate_child_name r/a",
    "bad_combination r/b",
    "bad_combination r/s/x",
    "bad_id r/s/y/z",
    "bad_id r/p#n/",
  ]);
});

test("a pool has exactly one child, its template", () => {
  const spec = defineChild({ id: "p", children: [{ id: "a" }, { id: "b" }] });
  if (spec.type !== "supervisor") throw new Error("spec");
  const [error] = checkChildSpecs({ ...spec, strategy: "simple_one_for_one" });
  expect(error?.message).toBe("p is a pool and has 2 children; give it exactly one, the template");
});

test("the root's own id is looked at too", () => {
  const defined = defineTree({ id: "r#1", children: [] });
  expect(defined.ok ? [] : defined.errors.map(({ error }) => error)).toEqual(["bad_id"]);
});
