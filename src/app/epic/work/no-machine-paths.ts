/**
 * No machine's paths stand in a body: it is read on others. What agents and workers say is freed of them before it is judged or
 * written; a path in the project is told as seen from the project, one of the home folder with ~. Only texts are touched.
 */
import { homedir } from "node:os";

export function withoutMachinePaths<T>(root: string, value: T, home: string = homedir()): T {
  const places = [
    [root, "."],
    [home, "~"],
  ] as const;
  const clean = (text: string): string => places.reduce((all, [place, put]) => replaced(all, place, put), text);
  const each = (part: unknown): unknown => {
    if (typeof part === "string") return clean(part);
    if (Array.isArray(part)) return part.map(each);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, own]) => [key, each(own)]));
  };
  return each(value) as T;
}

/** As a whole path or the beginning of one: `/srv/ann` is no part of `/srv/anna`. The folder of everything is nobody's. */
function replaced(text: string, place: string, put: string): string {
  if (place.length < 2 || !text.includes(place)) return text;
  const escaped = place.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const inside = new RegExp(`(?<![\\w./-])${escaped}/(?=[^\\s/])`, "g");
  const whole = new RegExp(`(?<![\\w./-])${escaped}(?![\\w-]|\\.\\w)`, "g");
  return text.replace(inside, put === "." ? "" : `${put}/`).replace(whole, put);
}
