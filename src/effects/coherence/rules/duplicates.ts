/**
 * The same thing made twice: a name that two branches newly define. In different files only what others can use counts;
 * in one file everything at the top level does. Names that a framework or a tool asks for are nobody's duplicate.
 */
import type { Branch, BranchViews } from "../branches/branch-views.ts";
import { type Finding, laterOf, place, quoted } from "../report/finding.ts";
import type { Definition, ModuleFacts } from "../source/module-facts.ts";
import { isTest, languageOf } from "../source/source-kind.ts";

interface Made {
  readonly branch: Branch;
  readonly path: string;
  readonly definition: Definition;
  readonly isOffered: boolean;
}

export function findDuplicates(views: BranchViews): Finding[] {
  const byName = new Map<string, Made[]>();
  for (const branch of views.branches) {
    for (const made of newlyDefined(views, branch)) {
      const key = `${family(made.path)} ${GROUPS[made.definition.kind]} ${made.definition.name}`;
      byName.set(key, [...(byName.get(key) ?? []), made]);
    }
  }
  return [...byName.values()].flatMap((all) =>
    all.flatMap((one, index) =>
      all.slice(index + 1).flatMap((other) => (isDuplicate(one, other) ? [finding(one, other)] : [])),
    ),
  );
}

/** New in this branch, and not only moved from another file. */
function newlyDefined(views: BranchViews, branch: Branch): Made[] {
  const added: Made[] = [];
  const removed = new Set<string>();
  for (const [path] of branch.changes) {
    if (languageOf(path) === null || isTest(path) || path.endsWith(".d.ts")) continue;
    const before = views.facts(branch.before, path)?.definitions ?? new Map<string, Definition>();
    const facts = views.facts(branch.after, path);
    for (const name of before.keys()) if (!facts?.definitions.has(name)) removed.add(name);
    for (const [name, definition] of facts?.definitions ?? []) {
      if (facts === undefined || before.has(name) || CONVENTIONAL.test(name)) continue;
      added.push({ branch, path, definition, isOffered: isOffered(facts, path, definition) });
    }
  }
  return added.filter(({ definition }) => !removed.has(definition.name));
}

/** Default exports are named after their file and do not meet. */
function isOffered(facts: ModuleFacts, path: string, { name }: Definition): boolean {
  if (/\.pyi?$/.test(path)) return !name.startsWith("_") && (facts.offered?.has(name) ?? true);
  return [...facts.exports].some(
    ([as, each]) => as !== "default" && each.from === null && each.definition?.name === name,
  );
}

function isDuplicate(one: Made, other: Made): boolean {
  if (one.branch === other.branch) return false;
  const samePath = one.path === other.path;
  const sameBlob = samePath && one.branch.changes.get(one.path)?.after === other.branch.changes.get(one.path)?.after;
  if (sameBlob) return false;
  if (samePath) return true;
  // Values such as `config` or `routes` are named alike everywhere; they only count when they have one shape too.
  const isValue = one.definition.kind === "const" && !/^[A-Z][A-Z0-9_]+$/.test(one.definition.name);
  return one.isOffered && other.isOffered && !(isValue && one.definition.members === null);
}

function finding(one: Made, other: Made): Finding {
  const { name, kind, signature } = one.definition;
  const later = laterOf(one.branch, other.branch);
  const [first, second] = later === other.branch ? [one, other] : [other, one];
  const alike = signature === other.definition.signature ? "the same way" : "differently";
  return {
    subject: name,
    severity: kind === "const" ? "minor" : "major",
    tasks: [first.branch.task, second.branch.task],
    files: [place(first.path, first.definition.line), place(second.path, second.definition.line)],
    sentence: `${first.branch.task} and ${second.branch.task} both newly define the ${kind} ${quoted(name)}, ${alike}, in ${
      one.path === other.path ? one.path : `${first.path} and ${second.path}`
    }; keep the one of ${first.branch.task}.`,
    must_change: second.branch.task,
  };
}

function family(path: string): string {
  return /\.pyi?$/.test(path) ? "python" : "script";
}

/** A class and an interface of one name are the same idea. */
const GROUPS: Readonly<Record<Definition["kind"], string>> = {
  function: "function",
  class: "type",
  interface: "type",
  type: "type",
  enum: "type",
  const: "const",
  namespace: "namespace",
};

const CONVENTIONAL =
  /^(main|default|setup|teardown|handler|handle|run|register|router|routes|app|logger|log|config|command|Props|State|Options|Config|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|metadata|generateMetadata|generateStaticParams|loader|action|meta|links|load|up|down|upgrade|downgrade|revision|down_revision|branch_labels|depends_on|urlpatterns|app_name|__\w+__|test_?\w*|[Tt]est[A-Z]\w*|_)$/;
