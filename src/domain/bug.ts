/** Thrown only for what cannot happen if Reeve is right. Everything the world does wrong is data, never this. */
export class BugError extends Error {
  override readonly name = "BugError";
}

export function never(value: never, what: string): never {
  throw new BugError(`${what}: ${JSON.stringify(value)} is not handled`);
}
