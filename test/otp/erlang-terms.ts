/** A case of the simulator's format as an Erlang term, for `recorder.erl`. Defaults are not filled in: a case here is whole. */

export interface RawCase {
  readonly id: string;
  readonly tree: RawSpec;
  readonly script: readonly RawStep[];
}

export interface RawSpec {
  readonly id: string;
  readonly type: "worker" | "supervisor";
  readonly restart?: string;
  readonly significant?: boolean;
  readonly start_results?: readonly string[];
  readonly strategy?: string;
  readonly intensity?: number;
  readonly period_s?: number;
  readonly auto_shutdown?: string;
  readonly children?: readonly RawSpec[];
}

export interface RawStep {
  readonly do: string;
  readonly child?: string;
  readonly reason?: string;
  readonly while_restarting?: readonly RawStep[];
  readonly parent?: string;
  readonly id?: string;
  readonly spec?: RawSpec | { readonly start_results?: readonly string[] };
}

export function caseTerm({ id, tree, script }: RawCase): string {
  return `{${binary(id)}, ${specTerm(tree)}, ${listTerm(script.map(stepTerm))}}.`;
}

function specTerm(spec: RawSpec): string {
  const fields = [
    `id => ${binary(spec.id)}`,
    `type => ${spec.type}`,
    `restart => ${spec.restart ?? "permanent"}`,
    `significant => ${spec.significant ?? false}`,
    `results => ${listTerm(spec.start_results ?? [])}`,
  ];
  if (spec.type === "supervisor") {
    fields.push(
      `strategy => ${spec.strategy}`,
      `intensity => ${spec.intensity}`,
      `period => ${spec.period_s}`,
      `auto_shutdown => ${spec.auto_shutdown}`,
      `children => ${listTerm((spec.children ?? []).map(specTerm))}`,
    );
  }
  return `#{${fields.join(", ")}}`;
}

function stepTerm(step: RawStep): string {
  if (step.do === "end") {
    const items = step.while_restarting ? listTerm(step.while_restarting.map(stepTerm)) : "none";
    return `{'end', ${binary(step.child)}, ${step.reason}, ${items}}`;
  }
  const parent = binary(step.parent);
  if (step.do === "start_child") return `{start_child, ${parent}, ${startedTerm(step.spec)}}`;
  if (step.id === undefined) return `{${step.do}, ${parent}}`;
  const member = /^#(\d+)$/.exec(step.id)?.[1];
  return `{${step.do}, ${parent}, ${member === undefined ? binary(step.id) : `{member, ${member}}`}}`;
}

function startedTerm(spec: RawStep["spec"]): string {
  if (spec && "id" in spec) return specTerm(spec);
  return `{member, ${spec?.start_results ? listTerm(spec.start_results) : "none"}}`;
}

function listTerm(items: readonly string[]): string {
  return `[${items.join(", ")}]`;
}

function binary(text = ""): string {
  return `<<"${text}">>`;
}
