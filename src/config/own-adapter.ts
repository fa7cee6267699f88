/** How `reeve.yaml` names an adapter that Reeve does not bring: a module by its path, or one that a program registers. */

/** A path from where reeve.yaml lies, or from the root; or `own:NAME`, for programs that use the library. */
export const OWN_ADAPTER = /^(?:\.{1,2}\/|\/)[^\0]+$|^own:[A-Za-z][A-Za-z0-9._-]{0,63}$/;

export function isOwnAdapter(adapter: string): boolean {
  return OWN_ADAPTER.test(adapter);
}

/** Null: it is a module. */
export function registeredName(adapter: string): string | null {
  return adapter.startsWith("own:") ? adapter.slice("own:".length) : null;
}
