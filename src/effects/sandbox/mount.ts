/**
 * What is where inside a sandbox, as a list that each kind of wall turns into its own words. Later entries lie on top of
 * earlier ones. Everything that no entry names can be read, and cannot be written.
 */

export type Mount =
  /** As it is, to be read only. */
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "write"; readonly path: string }
  /** Another folder in its place, which can be written. */
  | { readonly type: "instead"; readonly path: string; readonly from: string }
  /** Nothing is there. */
  | { readonly type: "empty"; readonly path: string }
  /** An empty file is there. */
  | { readonly type: "blank"; readonly path: string }
  /** What was left empty takes nothing new any more. */
  | { readonly type: "seal"; readonly path: string };

/** Whether `path` is `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
