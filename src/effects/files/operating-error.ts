/** What the system says when something cannot be done (no such file, a full disk), told from a bug by its code. */

export function isOperating(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code));
}

export function isCode(error: unknown, code: string): boolean {
  return isOperating(error) && error.code === code;
}
