/** An address of the page, as somebody linked or typed it. Pure. */
export interface Route {
  readonly screen: string;
  readonly project: string;
  readonly run: string;
  readonly task: string;
}

export function parseRoute(hash: string): Route {
  const [kind, project = "", second = "", third, task = ""] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (kind !== "p") return { screen: "needs", project: "", run: "", task: "" };
  if (third === undefined) return { screen: second, project, run: "", task: "" };
  return { screen: third, project, run: second, task };
}

/** Somebody may have typed it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
