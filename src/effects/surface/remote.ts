/** Which remote is meant, and what it has. Looks only; names that are no remote of this repository go no further. */
import type { Git } from "../git/git.ts";
import { saidBy } from "./said-by.ts";

export type ChosenRemote =
  | { readonly type: "remote"; readonly name: string }
  | { readonly type: "none"; readonly asked: boolean; readonly sentence: string };

export async function chooseRemote(git: Git, asked: string | undefined): Promise<ChosenRemote> {
  const listed = await git.run(["remote"]);
  if (!listed.ok) return { type: "none", asked: false, sentence: listed.failure.message };
  const names = listed.out.split("\n").filter((name) => name !== "");
  const wanted = asked ?? (names.length === 1 ? names[0] : "origin");
  if (wanted !== undefined && names.includes(wanted)) return { type: "remote", name: wanted };
  if (names.length === 0 && asked === undefined)
    return {
      type: "none",
      asked: false,
      sentence: "This repository has no remote, so nothing was pushed. `git remote add origin URL` gives it one.",
    };
  const known = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  return {
    type: "none",
    asked: true,
    sentence: `This repository has no remote ${asked ?? "origin"} (${known}); nothing was pushed. Name one with \`--remote\`.`,
  };
}

export interface RemoteRefs {
  /** Of the branches that were asked for, those that exist, with the commits they are at. */
  readonly heads: Map<string, string>;
  /** The branch people get who clone it; null where it has none yet. */
  readonly standard: string | null;
}

const LOOK_MS_MAX = 2 * 60_000;

export async function lookAtRemote(
  git: Git,
  remote: string,
  branches: readonly string[],
): Promise<RemoteRefs | { readonly sentence: string }> {
  const wanted = [...new Set(branches)].map((branch) => `refs/heads/${branch}`);
  const look = await git.run(["ls-remote", "--symref", "--", remote, "HEAD", ...wanted], { timeoutMs: LOOK_MS_MAX });
  if (!look.ok) {
    const why = look.failure.class === "git_state" ? saidBy(look.err) : look.failure.message.replace(/\.$/, "");
    return { sentence: `${remote} could not be asked what it has: ${why}. Nothing was pushed.` };
  }
  const rows = look.out.split("\n").map((line) => line.split("\t"));
  const symbolic = rows.find(([value, name]) => name === "HEAD" && value?.startsWith("ref: refs/heads/"));
  const heads = rows.flatMap(([value, name]) =>
    value !== undefined && name !== undefined && wanted.includes(name)
      ? [[name.slice("refs/heads/".length), value] as const]
      : [],
  );
  return { heads: new Map(heads), standard: symbolic?.[0]?.slice("ref: refs/heads/".length) ?? null };
}
