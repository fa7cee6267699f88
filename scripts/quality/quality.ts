/**
 * `npm run quality [-- OUTPUTS.jsonl [GROUPS.jsonl]]`: what the classifier and the grouping are worth on outputs of tools
 * that were held out, by rules alone and by the whole, with intervals. With files of one's own labelled outputs, on those
 * too. It changes nothing.
 */
import { readFileSync } from "node:fs";
import { type Figure, figuresOf, terminalAsTransient } from "./figures.ts";
import { type Answered, byRules, byShipped, heldOut, lessonsOf } from "./held-out.ts";
import { keptApartOutputs, madeOutputs, readLabelled, roundOutputs, taughtOutputs } from "./labelled.ts";
import { type Pairs, pairsOf, recipeGroups } from "./pairs.ts";
import { reliabilityOf } from "./reliability.ts";

const DEALS = 3;
const [outputsFile, groupsFile] = process.argv.slice(2);

const outputs = taughtOutputs();
print(
  `${outputs.length} outputs of ${new Set(outputs.map(({ source }) => source)).size} tools, ${new Set(outputs.map(({ group }) => group)).size - 1} causes told by several tools`,
);
report("rules alone, real toolchains", byRules(madeOutputs()));
const lessons = lessonsOf(outputs);
const answers = Array.from({ length: DEALS }, (_, deal) => heldOut(lessons, deal));
report(`rules and words, tools held out, ${DEALS} deals`, answers.flat(), answers);
reliability(answers.flat());
report("rules alone, tools kept apart", byRules(keptApartOutputs()));
report("rules and words as shipped, tools kept apart", byShipped(keptApartOutputs()));
reliability(byShipped(keptApartOutputs()));
report("rules and words as shipped, outputs that nothing was learned from", byShipped(roundOutputs()));
if (outputsFile !== undefined) reportOwn(outputsFile, groupsFile);

function report(title: string, all: readonly Answered[], deals: readonly (readonly Answered[])[] = [all]): void {
  const pairs = deals.map((each) => {
    const { groups, unrelated } = recipeGroups(each);
    return pairsOf(each, groups, unrelated);
  });
  table(title, figuresOf(all), pairs, terminalAsTransient(all));
}

function reportOwn(file: string, groups: string | undefined): void {
  const own = byShipped(readLabelled(file));
  const sets = groups === undefined ? [] : readSets(groups);
  const same = sets.filter(({ kind }) => kind !== "unrelated").map(({ members }) => members);
  const apart = sets.filter(({ kind }) => kind === "unrelated").map(({ members }) => members);
  table(
    `rules alone, ${file}`,
    figuresOf(byRules(readLabelled(file))),
    [pairsOf(byRules(readLabelled(file)), same, apart)],
    [],
  );
  table(`rules and words as shipped, ${file}`, figuresOf(own), [pairsOf(own, same, apart)], terminalAsTransient(own));
  reliability(own);
}

function readSets(file: string): readonly { readonly kind: string; readonly members: readonly string[] }[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as { kind: string; members: string[] });
}

function table(title: string, figures: readonly Figure[], pairs: readonly Pairs[], lost: readonly string[]): void {
  print(`\n${title}`);
  for (const { name, right, all, low, high } of figures)
    print(`  ${name.padEnd(10)} ${percent(right / all)}  (${percent(low)} to ${percent(high)})  ${right} of ${all}`);
  const found = pairs.reduce((sum, each) => sum + each.found, 0);
  const all = pairs.reduce((sum, each) => sum + each.all, 0);
  const wrong = [...new Set(pairs.flatMap((each) => each.wrong))];
  if (all > 0) print(`  pairs      ${percent(found / all)}  ${found} of ${all}; wrongly merged: ${wrong.length}`);
  for (const pair of wrong.slice(0, 12)) print(`    ${pair}`);
  print(
    `  terminal called transient: ${lost.length}${lost.length > 0 ? ` (${[...new Set(lost)].slice(0, 8).join(", ")})` : ""}`,
  );
}

function reliability(all: readonly Answered[]): void {
  print("\n  confidence  answers  said   right");
  for (const { from, answers: count, said, right } of reliabilityOf(all))
    print(`  from ${from.toFixed(2)}   ${String(count).padStart(6)}  ${percent(said)}  ${percent(right)}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)} %`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
