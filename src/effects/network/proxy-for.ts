/** Which proxy an address is reached through, by the variables that everybody knows. Pure. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Null: none, as far as these variables say. */
export function proxyFor(target: URL, env: Env): URL | null {
  const name = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const given = env[name.toLowerCase()] ?? env[name] ?? "";
  if (given.trim() === "" || isExempt(target, env["no_proxy"] ?? env["NO_PROXY"] ?? "")) return null;
  return URL.parse(given.includes("://") ? given : `http://${given}`);
}

function isExempt({ hostname, port }: URL, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === "*") return true;
    const [name = "", only] = entry.replace(/^\*?\.?/, "").split(":");
    if (name === "" || (only !== undefined && only !== port)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}
