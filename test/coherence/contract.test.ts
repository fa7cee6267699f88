import { expect, onTestFinished, test } from "vitest";
import type { GateResult } from "../../src/domain/proof/gate.ts";
import type { Contract, ContractEntity } from "../../src/domain/spec/plan.ts";
import { checkContract, contractDebtors } from "../../src/effects/coherence/contract/check-contract.ts";
import { openGit } from "../../src/effects/git/git.ts";
import { aRepository } from "../repository.ts";
import { inShort, reportOn } from "./branch-lab.ts";

const FILES = {
  "db/001.sql":
    "CREATE TABLE customers (id uuid PRIMARY KEY, email text);\nCREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid REFERENCES customers(id), loose uuid);\n",
  "db/002.sql":
    "CREATE TABLE items (id int, order_id uuid);\nALTER TABLE items ADD FOREIGN KEY (order_id) REFERENCES orders;\nCREATE TABLE lonely (id int);\n",
  "src/users.ts":
    "export function createUser(name: string) {}\nfunction secret() {}\nexport class Store { put() {} }\n",
  "src/index.ts": "export * from './users';\n",
  "src/view.ts": "export default function view() {}\n",
  "app/db.py": "def connect(): pass\n",
  "src/schema.ts": "export const t = pgTable('invoices', { id: uuid(), paid_at: date() });\n",
  "src/lite.ts": "db.exec(`CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)`);\n",
  "docs/guide.md": "# Guide\nInstall it.\n",
};

function entity(
  name: string,
  type: ContractEntity["type"],
  path: string,
  more: Partial<ContractEntity> = {},
): ContractEntity {
  return { name, type, path, keyFields: [], createdByTask: "maker", ...more };
}

async function check(contract: Partial<Contract>, prefix = ""): Promise<GateResult[]> {
  const files = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [prefix + path, text]));
  const repository = aRepository(files);
  onTestFinished(() => repository.remove());
  return checkContract({
    git: openGit(repository.dir),
    commit: "HEAD",
    prefix,
    contract: { entities: [], coreQueries: [], ...contract },
  });
}

test("an empty contract fails", async () => {
  expect(await check({})).toMatchObject([{ gate: "contract", verdict: "failed" }]);
});

test("tables, columns, keys, functions and files that are there", async () => {
  const results = await check({
    entities: [
      entity("customers", "database", "db/001.sql", { keyFields: ["id", "EMAIL"] }),
      entity("Order", "database", "db", { table: "public.orders", keyFields: ["customer_id -> customers.id"] }),
      entity("createUser", "function", "src/users.ts"),
      entity("createUser()", "function", "src/index.ts"),
      entity("Store.put", "function", "src/users.ts"),
      entity("view", "function", "src/view.ts"),
      entity("connect", "function", "app/db.py"),
      entity("notes", "database", "src/lite.ts", { keyFields: ["body"] }),
      entity("guide", "file", "docs/guide.md", { keyFields: ["Install"] }),
      entity("docs", "file", "docs"),
    ],
    coreQueries: ["what was bought: customers -> orders → items", "items.order_id -> Order", "who is who"],
  });
  expect(results.map(({ verdict }) => verdict)).toEqual([...Array(12).fill("passed"), "skipped"]);
});

test.each([
  [entity("ghosts", "database", "db/001.sql"), "there is no table `ghosts`"],
  [entity("ghosts", "database", "db/9.sql"), "there is no table `ghosts` (and there is no db/9.sql)"],
  [entity("customers", "database", "db/001.sql", { keyFields: ["phone"] }), "`customers` has no column `phone`"],
  [
    entity("orders", "database", "db/001.sql", { keyFields: ["loose -> customers"] }),
    "`orders.loose` is no foreign key to `customers`",
  ],
  [
    entity("invoices", "database", "src/schema.ts", { keyFields: ["due_at"] }),
    "src/schema.ts does not mention `due_at`",
  ],
  [entity("secret", "function", "src/users.ts"), "src/users.ts does not export `secret`"],
  [entity("Store.get", "function", "src/users.ts"), "`Store` in src/users.ts has no `get`"],
  [entity("x", "function", "src/none.ts"), "there is no file src/none.ts"],
  [entity("x", "file", "docs/none.md"), "there is no file docs/none.md"],
])("$name in $path is missing and traced to its task", async (wanted, phrase) => {
  const contract = { entities: [wanted], coreQueries: [] };
  const results = await check(contract);
  expect(results).toMatchObject([
    { name: wanted.name, verdict: "failed", message: `${wanted.name}: ${phrase}. maker owes it.` },
  ]);
  expect(contractDebtors(contract, results)).toEqual(["maker"]);
});

test("tables that are declared in code only are found by name, and it is said what was not looked at", async () => {
  const [result] = await check({
    entities: [entity("invoices", "database", "src/schema.ts", { keyFields: ["paid_at"] })],
  });
  expect(result).toMatchObject({ verdict: "warned" });
  expect(result?.message).toContain("src/schema.ts is not SQL");
  const asked = await check({
    entities: [entity("invoices", "database", "src/schema.ts")],
    coreQueries: ["orders -> invoices"],
  });
  expect(asked[1]).toMatchObject({ verdict: "warned" });
});

test("a core query that cannot be walked is owed by the task of the later table, or by nobody", async () => {
  const entities = [entity("lonely", "database", "db/002.sql", { createdByTask: "loner" })];
  const contract = {
    entities,
    coreQueries: ["orders -> lonely", "customers -> items", "orders.nope -> items", "void -> items"],
  };
  const results = (await check(contract)).slice(1);
  expect(results.map((each) => each.message)).toEqual([
    "`orders -> lonely` cannot be walked: no foreign key joins `orders` and `lonely`. loner owes it.",
    "`customers -> items` cannot be walked: no foreign key joins `customers` and `items`. No task covers it, so the plan must change.",
    "`orders.nope -> items` cannot be walked: `orders` has no column `nope`. No task covers it, so the plan must change.",
    "`void -> items` cannot be walked: there is no table `void`. No task covers it, so the plan must change.",
  ]);
  expect(contractDebtors(contract, results)).toEqual(["loner", null]);
});

test("the project may lie in a folder of the repository, and a commit that is not there is a failure, not a crash", async () => {
  const entities = [entity("createUser", "function", "src/users.ts"), entity("customers", "database", "db/001.sql")];
  expect((await check({ entities }, "my app/")).map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
  const repository = aRepository();
  onTestFinished(() => repository.remove());
  const gone = await checkContract({
    git: openGit(repository.dir),
    commit: "gone",
    prefix: "",
    contract: { entities, coreQueries: [] },
  });
  expect(gone).toMatchObject([{ verdict: "failed" }]);
});

test("before merging: what a task with a branch owes is a gap, what a waiting task owes is not", async () => {
  const contract = {
    entities: [
      entity("users", "database", "db/1.sql", { createdByTask: "first" }),
      entity("pay", "function", "src/pay.ts", { createdByTask: "later" }),
    ],
    coreQueries: [],
  };
  const gap = await reportOn(
    {},
    { first: { "a.ts": "export const a1 = 1;\n" } },
    { contract, pending: new Set(["later"]) },
  );
  expect(inShort(gap)).toEqual(["contract_gaps major users -> first"]);
  const met = await reportOn(
    {},
    { first: { "db/1.sql": "CREATE TABLE users (id int);\n" } },
    { contract, pending: new Set(["later"]) },
  );
  expect(inShort(met)).toEqual([]);
});
