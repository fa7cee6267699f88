/** What keys do, key by key, on the rows a person sees: every act asks back once, names its object and shows its command. */
import { describe, expect, it, test } from "vitest";
import { given } from "../../src/testing/given.ts";
import { blocked } from "../../src/testing/outcomes.ts";
import type { AttentionRow } from "../../src/views/model/attention.ts";
import { textOf } from "../../src/views/terminal/paint/line.ts";
import type { Watched } from "../../src/views/terminal/screens/watched.ts";
import type { Key } from "../../src/views/terminal/tty/keys.ts";
import { compose, panesFor } from "../../src/views/terminal/ui/compose.ts";
import { press, type Wish } from "../../src/views/terminal/ui/press.ts";
import { FIRST_UI, placeOf, type Ui } from "../../src/views/terminal/ui/ui.ts";
import { brakedScene, pastScene } from "./more-scenes.ts";
import { busyScene, watchedOf } from "./scene.ts";

const AROUND = { project: "shop", named: null, isOwn: false } as const;
const SIZE = { columns: 80, rows: 24 };

/** Somebody at a terminal. */
class Person {
  readonly #watched: Watched;
  readonly #size: typeof SIZE;
  #ui: Ui = FIRST_UI;
  wish: Wish | undefined;

  constructor(watched: Watched, size = SIZE) {
    this.#watched = watched;
    this.#size = size;
  }

  /** Names of keys; a text in quotes is typed letter by letter. */
  press(...keys: readonly string[]): this {
    for (const key of keys.flatMap((each) => (each.startsWith('"') ? [...each.slice(1, -1)] : [each]))) {
      const panes = panesFor(this.#ui, this.#watched, AROUND, this.#size);
      const name = key === " " ? "space" : key;
      const pressed = press(this.#ui, { name, text: key.length === 1 ? key : "" } satisfies Key, this.#watched, panes);
      this.#ui = pressed.ui;
      this.wish = pressed.wish;
    }
    return this;
  }

  get text(): string {
    return compose(this.#ui, this.#watched, AROUND, this.#size).map(textOf).join("\n");
  }

  get place() {
    return placeOf(this.#ui);
  }
}

const on = (watched: Watched = busyScene()) => new Person(watched);
const inPhase = (scene: Watched, phase: string) =>
  ({ ...scene, view: { ...scene.view, run: { ...scene.view.run, phase } } }) as Watched;
const goTo = (task: string) => [":", `"${task}"`, "enter"];

describe("every act asks back once, names its object, shows its command and orders what it says", () => {
  test.each([
    ["answer", goTo("prices"), ["a"], '"with tax"', "ANSWER q2", '$ reeve answer q2 "with tax"', { type: "answer" }],
    ["an option", goTo("prices"), ["2"], "", "ANSWER q2", '$ reeve answer q2 "Without tax"', { type: "answer" }],
    ["tell", goTo("refunds"), ["t"], '"in cents"', "TELL refunds", '$ reeve tell refunds "in cents"', { type: "tell" }],
    ["retry", goTo("fix-1"), ["r"], '"it is free"', "RETRY fix-1", '$ reeve retry fix-1 --because "it is free"', {}],
    ["skip", goTo("fix-1"), ["s"], '"not now"', "SKIP fix-1", '$ reeve skip fix-1 --because "not now"', {}],
    ["cut", goTo("refunds"), ["x"], '"loops"', "CUT refunds", '$ reeve cut refunds --because spinning "loops"', {}],
    ["grant", goTo("refunds"), ["m"], '"5"', "GRANT refunds", "$ reeve grant refunds --usd 5", { type: "grant" }],
    ["pause", [], ["p"], "", "PAUSE", "$ reeve pause", { type: "pause" }],
    ["brake", [], ["b"], '"wrong branch"', "BRAKE", '$ reeve brake "wrong branch"', { type: "brake" }],
    ["acknowledge", [], ["K"], "", "ACKNOWLEDGE q1", "$ reeve ack q1", { type: "ack" }],
  ] as const)("%s", (_, before, keys, said, title, command, order) => {
    const person = on().press(...before, ...keys);
    expect(person.wish).toBeUndefined();
    if (said !== "") person.press(said);
    expect(person.text).toContain(`\n ${title} ─`);
    expect(person.text).toContain(`\n ${command}\n`);
    expect(person.press("escape").wish).toBeUndefined();
    expect(person.text).not.toContain(`\n ${title} ─`);
    person.press(...keys);
    if (said !== "") person.press(said);
    expect(person.press("enter").wish).toMatchObject({ do: "order", act: { order } });
  });

  it("opening a task says that its attempt ends before it does so", () => {
    const person = on().press(...goTo("refunds"), "o");
    expect(person.wish).toBeUndefined();
    expect(person.text).toContain("OPEN refunds ─");
    expect(person.text).toContain("Its attempt ends; what it has made stays.");
    expect(person.text).toContain("$ reeve open refunds");
    expect(person.press("enter").wish).toEqual({ do: "open", task: "refunds" });
  });

  it.each(["stopping", "halted"])("a braked run that is %s is released with the same key", (phase) => {
    const person = on(inPhase(brakedScene(), phase)).press("b");
    expect(person.text).toContain("$ reeve release");
    expect(person.press("enter").wish).toMatchObject({ act: { order: { type: "release" } } });
  });
});

describe("keys that cannot mean what they say", () => {
  it("a run that is being stopped is not braked on top of it", () => {
    expect(on(inPhase(busyScene(), "stopping")).press("b").text).toContain("The run is being stopped already.");
  });

  it("an act that needs words keeps its line open until there are some", () => {
    const person = on().press("a", "enter");
    expect(person.wish).toBeUndefined();
    expect(person.text).toContain("Type your answer first.");
    expect(person.text).toContain("ANSWER q1 ─");
    expect(person.press('"with tax"', "enter").wish).toMatchObject({ said: "with tax" });
  });

  it("a cut that voids the work needs words; one for spinning does not", () => {
    expect(on().press(...goTo("refunds"), "x", "enter").wish).toMatchObject({ reason: "spinning" });
    const person = on().press(...goTo("refunds"), "x", "tab", "enter");
    expect(person.wish).toBeUndefined();
    expect(person.text).toContain("Type what is wrong first");
  });

  test.each([
    ["a cut of a task that nobody works on", [...goTo("discounts"), "x"], "there is nothing to cut"],
    ["an answer where nothing is asked", [...goTo("refunds"), "a"], "Nothing is asked here."],
    ["an approval where nothing is proposed", ["y"], "no change of the plan"],
    ["a screen that is none", [":", '"nowhere"', "enter"], "There is no screen and no task nowhere."],
    ["g and a letter that leads nowhere", ["g", "x"], "g, then n Now"],
  ])("%s is said", (_, keys, said) => {
    const person = on().press(...keys);
    expect(person.wish).toBeUndefined();
    expect(person.text).toContain(said);
  });

  it("in a past moment nothing is ordered, and nothing is opened", () => {
    for (const key of ["p", "b", "t", "o"]) {
      const person = on(pastScene()).press(...goTo("refunds"), key);
      expect(person.wish).toBeUndefined();
      expect(person.text).toContain("This moment is past");
    }
  });

  it("Ctrl-C in a line that is typed leaves the line and is obeyed", () => {
    expect(on().press("a", '"half an ans"', "ctrl-c").wish).toEqual({ do: "interrupt" });
  });
});

describe("a long question", () => {
  const options = [
    "Show every price with the tax of the country the customer is in, taken from the tax service, and say so in small print",
    "Without tax, as the old pages do, with a line at the checkout that says how much is due in the country of delivery",
  ];
  const scene = () => {
    const run = given({ tasks: ["prices"] }).up("prices.1");
    const words = Array.from({ length: 220 }, (_, n) => `word-${n}`).join(" ");
    const question = { uncertain_about: `With tax? ${words} the-last-word`, options };
    return watchedOf(run, [() => run.ends("prices.1", blocked("prices", question))]);
  };
  const flat = (text: string) => text.replace(/\s+/g, " ");

  it("can be read to its end on a small screen, with every option whole", () => {
    const person = on(scene()).press("enter");
    const seen: string[] = [];
    for (let n = 0; n < 12; n += 1) seen.push(flat(person.press("j").text));
    expect(seen.some((text) => text.includes("the-last-word"))).toBe(true);
    for (const option of options) expect(seen.some((text) => text.includes(option))).toBe(true);
  });

  it("is answered with the option under the cursor", () => {
    const person = on(scene()).press("enter");
    for (let n = 0; n < 30 && !/▸2 /.test(person.text); n += 1) person.press("j");
    expect(person.text).toMatch(/▸2 Without tax/);
    expect(person.press("enter").text).toContain("ANSWER q1 ─");
    expect(person.press("enter").wish).toMatchObject({ said: options[1] });
  });
});

describe("lists", () => {
  it("a filter leaves of a group only what it names, so that keys mean that", () => {
    const person = on().press("/", '"checkout"', "enter");
    expect(person.text).toContain("▸· checkout-page");
    expect(person.text).not.toContain("discounts");
    expect(person.press("t").text).toContain("TELL checkout-page ─");
  });

  it("unfolded, every waiting task has a row of its own", () => {
    const person = on().press("z");
    expect(person.text).toMatch(/\n · discounts +for prices, so for you\n · checkout-page +for prices, so for you/);
  });

  it("a done task is found by a filter and opened", () => {
    const person = on().press("/", '"invoices"', "enter", "enter");
    expect(person.place).toMatchObject({ screen: "task", task: "invoices" });
  });
});

it("what is of no task is read whole with Enter, also on a small screen", () => {
  const row = { ...busyScene().rows[0], id: "epic:E1:i3", question: null, tasks: [], what: "i3: Which tax?" };
  const scene = busyScene();
  const waiting = { ...row, detail: "reeve epic decide EPIC.md i3 …", evidence: [], options: [] } as AttentionRow;
  const person = on({ ...scene, rows: [waiting, ...scene.rows] }).press("enter");
  expect(person.place).toEqual({ screen: "task", row: "epic:E1:i3" });
  expect(person.text).toContain("▸i3: Which tax?\n reeve epic decide EPIC.md i3 …");
  expect(person.press("escape").place).toEqual({ screen: "now" });
});
