/**
 * Are these child specs possible? OTP's own checks, as data. `checkChildSpecs` looks at a whole tree before anything of
 * it starts; a supervisor that begins, or is asked to start a child, looks at its own list only, as in OTP.
 */
import type { AutoShutdown, ChildSpec, SpecErrorName, SupervisorSpec, TreePath } from "../../../domain/tree/tree.ts";
import { isPool } from "./node.ts";

export interface SpecError {
  readonly error: SpecErrorName;
  /** The child that is wrong, or the pool whose list is. */
  readonly path: TreePath;
  readonly message: string;
}

/** Every mistake in the tree, outermost first. */
export function checkChildSpecs(spec: SupervisorSpec, path: TreePath = spec.id): SpecError[] {
  return [...(path === spec.id ? checkId(spec, path) : []), ...checkBelow(spec, path)];
}

/** The first mistake in a supervisor's own list, in the order OTP finds them; null: it may begin. */
export function firstSpecError(spec: SupervisorSpec): SpecErrorName | null {
  return checkList(spec, spec.id)[0]?.error ?? null;
}

/** What is wrong with one child for a supervisor with this `autoShutdown`, or null. */
export function childSpecError(child: ChildSpec, autoShutdown: AutoShutdown): SpecErrorName | null {
  return checkChild(child, autoShutdown, child.id)[0]?.error ?? null;
}

function checkBelow(spec: SupervisorSpec, path: TreePath): SpecError[] {
  return [
    ...checkList(spec, path),
    ...spec.children.flatMap((child) =>
      child.type === "supervisor" ? checkBelow(child, isPool(spec) ? `${path}#n` : `${path}/${child.id}`) : [],
    ),
  ];
}

function checkList(spec: SupervisorSpec, path: TreePath): SpecError[] {
  if (isPool(spec) && spec.children.length !== 1) {
    const message = `${path} is a pool and has ${spec.children.length} children; give it exactly one, the template`;
    return [{ error: "bad_start_spec", path, message }];
  }
  const seen = new Set<string>();
  return spec.children.flatMap((child) => {
    const at = `${path}/${child.id}`;
    const errors = checkChild(child, spec.autoShutdown, at);
    if (seen.has(child.id)) errors.push(duplicate(at));
    seen.add(child.id);
    return errors;
  });
}

function checkChild(child: ChildSpec, autoShutdown: AutoShutdown, path: TreePath): SpecError[] {
  const errors = checkId(child, path);
  if (!child.significant) return errors;
  if (autoShutdown === "never") {
    const message = `${path} is significant, but its supervisor never shuts down automatically; set autoShutdown or drop significant`;
    errors.push({ error: "bad_combination", path, message });
  } else if (child.restart === "permanent") {
    const message = `${path} is significant and permanent, so its end is never final; make it transient or temporary`;
    errors.push({ error: "bad_combination", path, message });
  }
  return errors;
}

function checkId(spec: ChildSpec, path: TreePath): SpecError[] {
  if (spec.id !== "" && !/[/#]/.test(spec.id)) return [];
  return [{ error: "bad_id", path, message: `${path} has the id "${spec.id}"; give it one without "/" and "#"` }];
}

function duplicate(path: TreePath): SpecError {
  return { error: "duplicate_child_name", path, message: `${path} is there twice; give one of them another id` };
}
