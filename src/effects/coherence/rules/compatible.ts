/** Whether what relied on an old definition can rely on the new one, and whether a call fits a definition. */
import type { Call, Callable, Definition, Param } from "../source/module-facts.ts";

/** True where nothing that used the old one can notice, as far as signatures tell. */
export function isCompatible(old: Definition, now: Definition): boolean {
  if (old.signature === now.signature && old.kind === now.kind) return true;
  if (old.kind !== now.kind) return false;
  if (old.callables !== null || now.callables !== null) {
    const every = old.callables?.every((one) => now.callables?.some((each) => takesOver(one, each)));
    if (every !== true) return false;
  }
  if (old.members === null || now.members === null) return old.kind === "function";
  const isMade = old.kind === "interface" || old.kind === "type"; // whoever makes one must know every member
  for (const [name, member] of old.members) if (now.members.get(name)?.signature !== member.signature) return false;
  const added = [...now.members].filter(([name]) => !old.members?.has(name));
  return (!isMade || added.every(([, each]) => each.optional)) && beside(old) === beside(now);
}

/** Of several overloads one has to fit. Null callables: calls cannot be judged. */
export function acceptsCall(definition: Definition, call: Call): boolean {
  if (definition.callables === null || call.spread) return true;
  return definition.callables.some(({ params }) => fits(params, call));
}

/** Members that are gone or different. */
export function changedMembers(old: Definition, now: Definition): string[] {
  if (old.members === null || now.members === null) return [];
  return [...old.members].flatMap(([name, { signature }]) =>
    now.members?.get(name)?.signature === signature ? [] : [name],
  );
}

/** What the signature says beside calls and members: generics, what is extended. */
function beside({ signature, members, callables }: Definition): string {
  const parts = (members?.size ?? 0) + (callables === null ? 0 : 1);
  return parts === 0 || signature.split("; ").length <= parts ? "" : (signature.split("; ")[0] ?? "");
}

function takesOver(old: Callable, now: Callable): boolean {
  if (old.returns !== now.returns) return false;
  const same = old.params.every((param, index) => isSame(param, now.params[index]));
  return same && now.params.slice(old.params.length).every((param) => param.optional);
}

function isSame(old: Param, now: Param | undefined): boolean {
  if (now === undefined || old.type !== now.type || old.kind !== now.kind) return false;
  return old.name === now.name && (now.optional || !old.optional);
}

function fits(params: readonly Param[], { args, keywords }: Call): boolean {
  const positional = params.filter((each) => each.kind === "positional");
  if (args > positional.length && !params.some((each) => each.kind === "rest")) return false;
  const left = [...positional.slice(args), ...params.filter((each) => each.kind === "keyword")];
  const takesAny = params.some((each) => each.kind === "keyword_rest");
  if (!takesAny && keywords.some((name) => !left.some((each) => each.name === name))) return false;
  return left.every((each) => each.optional || (each.name !== "" && keywords.includes(each.name)));
}
