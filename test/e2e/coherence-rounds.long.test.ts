import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, inTurn } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

/** What a task writes, and that it is done. */
function writes(files: Readonly<Record<string, string>>): string {
  const steps = Object.entries(files).map(
    ([path, text]) => `mkdir -p "$(dirname ${path})"; printf '${text}' > ${path}`,
  );
  return `${steps.join("; ")}; ${DONE}`;
}

/** Until the work of a is merged: b began before that, and builds on what was. */
const afterA = (sign: string, path: string) =>
  `until git grep -q '${sign}' reeve/r1/integration -- ${path} 2>/dev/null; do sleep 0.05; done; `;

const whoWasTold = ({ project }: GitProject) =>
  ofType(eventsOf(project), "coherence_decided").map(({ about, step }) => `${about} ${step}`);

const merged = ({ project }: GitProject) =>
  ofType(eventsOf(project), "task_integrated").map(({ task, integration }) => `${task} ${integration.type}`);

const CASES = [
  {
    name: "two definitions of one table (SQL)",
    files: {},
    claims: "db/001_a.sql",
    a: writes({ "db/001_a.sql": "create table users (id integer primary key, name text);\\n" }),
    b: writes({ "db/002_b.sql": "create table users (id text primary key, email text);\\n" }),
    sign: "create table users",
    fixed: `rm db/002_b.sql; ${writes({ "db/002_b.sql": "alter table users add column email text;\\n" })}`,
  },
  {
    name: "a changed signature (Python)",
    claims: "shop/price.py",
    files: { "shop/__init__.py": "", "shop/price.py": "def total(items):\n    return sum(items)\n" },
    a: writes({ "shop/price.py": "def total(items, currency):\\n    return sum(items), currency\\n" }),
    b: writes({ "shop/bill.py": "from shop.price import total\\n\\ndef bill():\\n    return total([1, 2])\\n" }),
    sign: "currency",
    fixed: writes({
      "shop/bill.py": 'from shop.price import total\\n\\ndef bill():\\n    return total([1, 2], "EUR")\\n',
    }),
  },
  {
    name: "a removed export (JavaScript)",
    claims: "src/store.js",
    files: { "src/store.js": "export const load = (id) => id;\nexport const save = (id) => id;\n" },
    a: writes({ "src/store.js": "export const save = (id) => id;\\nexport const fetchOne = (id) => id;\\n" }),
    b: writes({ "src/page.js": 'import { load } from "./store.js";\\nexport const page = () => load(1);\\n' }),
    sign: "fetchOne",
    fixed: writes({
      "src/page.js": 'import { fetchOne } from "./store.js";\\nexport const page = () => fetchOne(1);\\n',
    }),
  },
] as const;

describe.each(CASES)("$name", ({ files, claims, a, b, sign, fixed }) => {
  const plan = planOf(`id: a, title: a, files: [${claims}]`, "b");

  it("is not merged by a second try that changed nothing: a person is asked about the one that must change", () => {
    const it = aGitProject(plan, { a, b: `${inTurn(`${afterA(sign, claims)}${b}`, b)}` }, { files });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 3 });
    expect(whoWasTold(it)).toEqual(["b retry", "b ask"]);
    expect(merged(it)).toEqual(["a merged"]);
  });

  it("is merged when the one that must change has adapted to it", () => {
    const it = aGitProject(plan, { a, b: inTurn(`${afterA(sign, claims)}${b}`, fixed) }, { files });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(whoWasTold(it)).toEqual(["b retry"]);
    expect(merged(it)).toEqual(["a merged", "b merged"]);
  });
});

describe("work that was sent back", () => {
  const mine = writes({ "db/001_a.sql": "create table users (id integer primary key, name text);\\n" });
  const other = writes({ "db/002_b.sql": "create table users (id text primary key, email text);\\n" });
  const first = `${afterA("create table users", "db/001_a.sql")}${other}`;

  it("is compared with the same others where it was thrown away in between and begun from scratch", () => {
    const plan = planOf("id: a, title: a", "id: b, files: [db/002_b.sql]");
    const strays = `touch x1 x2 x3 x4; ${other}`;
    const it = aGitProject(plan, { a: mine, b: inTurn(first, strays, other) });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(3);
    expect(it.project.reeve("answer", "q1", "change your own file only").code).toBe(0);
    const { code, out } = it.project.reeve("run");
    expect({ code, out }).toMatchObject({ code: 3 });
    expect(out).toContain("from scratch");
    expect(whoWasTold(it)).toEqual(["b retry", "b ask"]);
    expect(merged(it)).toEqual(["a merged"]);
    const report = it.project.reeve("coherence");
    expect(report).toMatchObject({ code: 1, out: expect.stringContaining("a and b define the table `users`") });
  });

  it("is merged only when a person accepts it as it is", () => {
    const it = aGitProject(planOf("id: a, title: a", "b"), { a: mine, b: inTurn(first, `cat > told.txt; ${other}`) });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(3);
    expect(it.git("show", "reeve/r1/b-work:told.txt")).toContain("define the table `users` differently");
    expect(it.project.reeve("status").out).toMatch(/found in round +1 coherence +2 coherence/);
    expect(it.project.reeve("answer", "q1", "follow the definition of a").code).toBe(0);
    expect(it.project.reeve("run").code).toBe(3);
    expect(merged(it)).toEqual(["a merged"]);
    expect(it.project.reeve("answer", "q2", "1").code).toBe(0);
    const { code, out } = it.project.reeve("run");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(merged(it)).toEqual(["a merged", "b merged"]);
    expect(it.project.reeve("why", "b").out).toContain("a person accepted it");
  });
});
