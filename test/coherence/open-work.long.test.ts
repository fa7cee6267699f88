/** Work that is to be merged, beside all that was merged since it first began: with real merges, as a run makes them. */
import { describe, expect, onTestFinished, test } from "vitest";
import type { CoherenceReport } from "../../src/domain/proof/coherence.ts";
import { compareOpen } from "../../src/effects/coherence/compare-open.ts";
import { openGit } from "../../src/effects/git/git.ts";
import { aRepository, type TestRepository } from "../repository.ts";
import { type Files, inShort } from "./branch-lab.ts";

class MergeLab {
  readonly repository: TestRepository;
  readonly began: string;

  constructor(base: Readonly<Record<string, string>>) {
    this.repository = aRepository({ "README.md": "# Lab\n", ...base });
    onTestFinished(() => this.repository.remove());
    this.began = this.repository.head();
    this.repository.git("branch", "integration");
  }

  /** A task's branch gets these files; from where it began, or on top of what is integrated. */
  works(task: string, files: Files, onTopOf: "base" | "integrated" = "base"): this {
    const { git } = this.repository;
    const isNew = git("branch", "--list", task) === "";
    git("checkout", "--quiet", ...(isNew ? ["-b", task, this.began] : [task]));
    if (onTopOf === "integrated") git("merge", "--quiet", "--no-ff", "--no-edit", "integration");
    for (const [path, text] of Object.entries(files)) {
      if (text === null) git("rm", "--quiet", "--", path);
      else this.repository.write(path, text);
    }
    this.repository.commit(task);
    return this;
  }

  merges(task: string): this {
    const { git } = this.repository;
    git("checkout", "--quiet", "integration");
    git("merge", "--quiet", "--no-ff", "-m", `Merge ${task}\n\nReeve-Task: ${task}`, task);
    return this;
  }

  async report(...open: string[]): Promise<CoherenceReport> {
    const answer = await compareOpen({
      git: openGit(this.repository.dir),
      prefix: "",
      head: this.repository.git("rev-parse", "integration"),
      began: this.began,
      open: open.map((task) => ({ task, ref: task })),
    });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.report;
  }
}

const USERS = "create table users (id integer primary key, name text);\n";
const OTHER_USERS = "create table users (id text primary key, email text);\n";
const LOAD = { "lib.ts": "export function load(id: string): string {\n  return id;\n}\n" };
const LOAD_TWO = {
  "lib.ts": "export function load(id: string, version: number): string {\n  return id + version;\n}\n",
};
const CALLS_ONE = { "use.ts": 'import { load } from "./lib.ts";\nexport const first = load("1");\n' };

describe("work that was made on top of what it does not fit", () => {
  test("two definitions of a table are found as before, between the same tasks", async () => {
    const lab = new MergeLab({}).works("a", { "db/1.sql": USERS }).works("b", { "db/2.sql": OTHER_USERS });
    const waiting = await lab.report("a", "b");
    const merged = await lab.merges("a").report("b");
    const again = await lab.works("b", { "db/3.txt": "more\n" }, "integrated").report("b");
    for (const report of [waiting, merged, again]) {
      expect(inShort(report)).toEqual(["schema_inconsistencies critical users -> b"]);
      expect(report.schema_inconsistencies[0]?.tasks).toEqual(["a", "b"]);
    }
  });

  test("who adds to the definition that is there, where it is, has resolved it; who takes from it has not", async () => {
    const lab = new MergeLab({}).works("a", { "db/1.sql": USERS }).works("b", { "db/2.sql": OTHER_USERS }).merges("a");
    const more = "create table users (id integer primary key, name text, email text);\n";
    expect(inShort(await lab.works("b", { "db/1.sql": more, "db/2.sql": null }, "integrated").report("b"))).toEqual([]);
    expect(inShort(await lab.works("b", { "db/1.sql": OTHER_USERS }).report("b"))).toEqual([
      "schema_inconsistencies critical users -> b",
    ]);
  });

  test("a call that does not fit is found as long as it does not", async () => {
    const lab = new MergeLab(LOAD).works("a", LOAD_TWO).works("b", CALLS_ONE).merges("a");
    const found = ["interface_mismatches critical load -> b"];
    expect(inShort(await lab.report("b"))).toEqual(found);
    expect(inShort(await lab.works("b", { "other.ts": "export {};\n" }, "integrated").report("b"))).toEqual(found);
    const fits = { "use.ts": 'import { load } from "./lib.ts";\nexport const first = load("1", 2);\n' };
    expect(inShort(await lab.works("b", fits).report("b"))).toEqual([]);
  });

  test("who changes what is there so that both fit has resolved it", async () => {
    const lab = new MergeLab(LOAD).works("a", LOAD_TWO).works("b", CALLS_ONE).merges("a");
    const both = {
      "lib.ts": "export function load(id: string, version: number = 1): string {\n  return id + version;\n}\n",
    };
    expect(inShort(await lab.works("b", both, "integrated").report("b"))).toEqual([]);
  });

  test("a name that is gone is the fault of who still imports it, under whatever other name that is not there", async () => {
    const base = { "shop/__init__.py": "", "shop/price.py": "def total(items):\n    return 1\n" };
    const lab = new MergeLab(base)
      .works("a", { "shop/price.py": "def amount(items):\n    return 1\n" })
      .works("b", { "shop/bill.py": "from shop.price import total\n" })
      .merges("a")
      .works("b", {}, "integrated");
    expect(inShort(await lab.report("b"))).toEqual(["interface_mismatches critical total -> b"]);
    lab.works("b", { "shop/bill.py": "from shop.price import totals\n" });
    expect(inShort(await lab.report("b"))).toEqual(["missing_connections critical totals -> b"]);
    lab.works("b", { "shop/bill.py": "from shop.price import amount\n" });
    expect(inShort(await lab.report("b"))).toEqual([]);
  });

  test("a file that is gone with all it offered is one finding", async () => {
    const base = { "lib.js": "export const load = () => 1;\nexport const save = () => 2;\n" };
    const user = { "use.js": 'import { load, save } from "./lib.js";\nload();\nsave();\n' };
    const lab = new MergeLab(base).works("a", { "lib.js": null }).works("b", user).merges("a");
    expect(inShort(await lab.report("b"))).toEqual(["interface_mismatches critical lib.js -> b"]);
    expect(inShort(await lab.works("b", {}, "integrated").report("b"))).toEqual([
      "interface_mismatches critical lib.js -> b",
    ]);
  });
});

describe("whose it is", () => {
  test("of several that changed a file it is the one that did it", async () => {
    const lab = new MergeLab({ "db/all.sql": "create table orders (id integer primary key);\n" })
      .works("a", { "db/all.sql": `create table orders (id integer primary key);\n${USERS}` })
      .works("b", { "db/2.sql": OTHER_USERS })
      .merges("a")
      .works("c", {}, "integrated");
    lab
      .works("c", { "db/all.sql": `-- all tables\ncreate table orders (id integer primary key);\n${USERS}` })
      .merges("c");
    const [finding] = (await lab.works("b", {}, "integrated").report("b")).schema_inconsistencies;
    expect(finding?.tasks).toEqual(["a", "b"]);
  });

  test("what one task broke and another one mended is nobody's", async () => {
    const lab = new MergeLab(LOAD).works("a", LOAD_TWO).works("b", CALLS_ONE).merges("a").works("c", {}, "integrated");
    lab.works("c", LOAD).merges("c");
    expect(inShort(await lab.report("b"))).toEqual([]);
  });

  test("a task's own earlier work is no other's", async () => {
    const lab = new MergeLab({}).works("a", { "db/1.sql": USERS }).merges("a");
    lab.works("a", { "db/1.sql": "create table users (id integer primary key, mail text);\n" }, "integrated");
    expect(inShort(await lab.report("a"))).toEqual([]);
  });

  test("of two that wait the first is right, also where both were made on top of others' work", async () => {
    const lab = new MergeLab({})
      .works("x", { "x.sql": "create table x (id integer);\n" })
      .merges("x")
      .works("a", { "db/1.sql": USERS }, "integrated")
      .works("b", { "db/2.sql": OTHER_USERS }, "integrated");
    expect(inShort(await lab.report("a", "b"))).toEqual(["schema_inconsistencies critical users -> b"]);
    expect(inShort(await lab.report("b", "a"))).toEqual(["schema_inconsistencies critical users -> a"]);
  });
});
