/** Outputs as the tools of the field print them, with what they mean. The floors say how many must be right. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { FailureClass, RestartKind } from "../../src/domain/proof/failure.ts";
import { type Classified, classify } from "../../src/engine/classify/classify.ts";
import { DEFAULT_RESTARTS } from "../../src/engine/classify/rule.ts";

interface Case {
  readonly tool?: string;
  readonly exit?: number;
  readonly class: FailureClass;
  readonly restart?: RestartKind;
  /** Null: it is about nothing one could name. */
  readonly subject?: string | null;
  readonly retry?: number;
  readonly text: string;
}

const folder = fileURLToPath(new URL("cases/", import.meta.url));
const cases = readdirSync(folder).flatMap((file) =>
  (parse(readFileSync(`${folder}${file}`, "utf8")) as readonly Case[]).map((each) => ({ ...each, file })),
);
const told = cases.map((each) => ({
  each,
  found: classify({ text: each.text, tool: each.tool, exitCode: each.exit }),
}));

/** Cases in files that begin with `wide-` are of tools that few rules were written for; they are what words are learned from. */
const isWide = ({ file }: { readonly file: string }): boolean => file.startsWith("wide-");

test("there are at least 150 cases", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
});

test("the class is right in 98 of 100 cases", () => {
  share(0.98, ({ each, found }) => found.class === each.class);
});

test("the restart is right in 99 of 100 cases, and in 96 of tools that few rules know", () => {
  const right: Right = ({ each, found }) => found.restart === (each.restart ?? DEFAULT_RESTARTS[each.class]);
  share(0.99, right, (each) => !isWide(each));
  share(0.96, right, isWide);
});

test("the subject is right in 95 of 100 cases that name one, and in 85 of tools that few rules know", () => {
  const right: Right = ({ each, found }) => found.subject?.replace(/^\.\//, "") === each.subject?.replace(/^\.\//, "");
  const names = ({ subject }: Case) => subject !== undefined && subject !== null;
  share(0.95, right, (each) => names(each) && !isWide(each));
  share(0.85, right, (each) => names(each) && isWide(each));
});

test("nothing that needs a person is called transient", () => {
  share(
    1,
    ({ found }) => found.restart !== "transient",
    ({ class: of, restart }) => (restart ?? DEFAULT_RESTARTS[of]) === "terminal",
  );
});

test("where an output says how long to wait, those seconds are told", () => {
  share(
    1,
    ({ each, found }) => found.retryAfterS === each.retry,
    ({ retry }) => retry !== undefined,
  );
});

type Right = (one: { each: Case; found: Classified }) => boolean;

/** Fails with the cases that are wrong. */
function share(
  least: number,
  right: Right,
  among: (each: Case & { readonly file: string }) => boolean = () => true,
): void {
  const asked = told.filter(({ each }) => among(each));
  const wrong = asked.filter((one) => !right(one)).map(({ each, found }) => ({ ...each, found }));
  const enough = asked.length - wrong.length >= least * asked.length;
  expect(enough ? [] : wrong).toEqual([]);
}
