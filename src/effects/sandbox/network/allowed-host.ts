/** Whether a host is among those that a person named. `*.` before a name stands for all below it, and not for itself. */
export function isAllowed(host: string, named: readonly string[]): boolean {
  const wanted = host.toLowerCase().replace(/\.$/, "");
  if (wanted === "") return false;
  return named.some((each) => {
    const name = each.toLowerCase();
    return name.startsWith("*.") ? wanted.endsWith(name.slice(1)) && wanted.length > name.length - 1 : wanted === name;
  });
}
