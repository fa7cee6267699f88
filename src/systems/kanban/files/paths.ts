/** Paths of task files as boards name them: with and without `tasks/`, with ./ before. Compares names only; touches no file. */

export function samePath(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : nameOf(one) === nameOf(other);
}

/** The file's name; all files of a board lie in one folder. */
export function nameOf(path: string): string {
  return path.trim().replaceAll("\\", "/").split("/").at(-1) ?? "";
}

/** The number a task file begins with; null: it has none. */
export function numberOf(path: string): number | null {
  const digits = /^(\d{1,9})(?=[-_.])/.exec(nameOf(path))?.[1];
  return digits === undefined ? null : Number(digits);
}
