/**
 * Submodules in worktrees. Those that are initialised in the user's checkout are initialised in a worktree too, from
 * what is on this machine and without the network; the others stay empty there as they are in the checkout, which
 * `submoduleWarning` tells. The user's configuration is not changed.
 *
 * Known limit: what an attempt commits inside a submodule lies in that worktree only; the commit of the superproject
 * names it but does not carry it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Git, GitOptions } from "../git.ts";
import { bringTo, findMade, movedFailure } from "./made-submodule.ts";

export interface Submodule {
  readonly name: string;
  /** From the toplevel. */
  readonly path: string;
  readonly initialised: boolean;
}

/** As the checkout at `toplevel` knows them. */
export async function listSubmodules(git: Git, toplevel: string): Promise<readonly Submodule[]> {
  if (!existsSync(join(toplevel, ".gitmodules"))) return [];
  const named = ["config", "--file", ".gitmodules", "--null", "--get-regexp", "^submodule\\..*\\.path$"];
  const found = await git.run(named, { cwd: toplevel, okCodes: [1], elsewhere: true });
  const entries = found.out.split("\0").filter((entry) => entry.includes("\n"));
  return entries.map((entry) => {
    const at = entry.indexOf("\n");
    const path = entry.slice(at + 1);
    const name = entry.slice("submodule.".length, at - ".path".length);
    return { name, path, initialised: existsSync(join(toplevel, path, ".git")) };
  });
}

/** A sentence to show before the run begins; null: nothing is missing. */
export function submoduleWarning(submodules: readonly Submodule[]): string | null {
  const missing = submodules.filter((each) => !each.initialised).map((each) => each.path);
  if (missing.length === 0) return null;
  const names = missing.slice(0, 5).join(", ") + (missing.length > 5 ? ", …" : "");
  return `Not initialised, so empty in every worktree: ${names}. Run \`git submodule update --init --recursive\` to get them.`;
}

/** Brings the submodules of a worktree to what its commit names; `place` is how git is called for it. Repeatable. */
export async function updateSubmodules(git: Git, checkout: string, place: Place): Promise<Failure | null> {
  const here = await listSubmodules(git, place.cwd);
  if (here.length === 0) return null;
  const source = new Map((await listSubmodules(git, checkout)).map((each) => [each.name, each]));
  for (const { name, path } of here) {
    const known = source.get(name);
    if (!known?.initialised) continue;
    const failure = await updateOne(git, join(checkout, known.path), place, { name, path });
    if (failure) return failure;
  }
  return null;
}

type Named = Pick<Submodule, "name" | "path">;
export type Place = GitOptions & { readonly cwd: string };

async function updateOne(git: Git, from: string, place: Place, { name, path }: Named): Promise<Failure | null> {
  const made = { name, path, place };
  const how = await findMade(git, made);
  if (how === "moved") return movedFailure(made);
  const failure = how === "made" ? await bringTo(git, made) : await make(git, from, place, { name, path });
  if (failure) return unavailable(path, failure);
  return updateSubmodules(git, from, { cwd: join(place.cwd, path), elsewhere: true });
}

/** Nobody has worked in it yet: what git goes by in there is what git writes now. */
async function make(git: Git, from: string, place: Place, { name, path }: Named): Promise<Failure | null> {
  const there = { cwd: from, elsewhere: true } as const;
  const local = await git.run(["rev-parse", "--absolute-git-dir"], there);
  if (!local.ok) return local.failure;
  const url = await git.run(["config", "--get", "remote.origin.url"], { ...there, okCodes: [1] });
  const settings = ["-c", "protocol.file.allow=always", "-c", `submodule.${name}.url=${local.out.trim()}`];
  const update = ["submodule", "--quiet", "update", "--init", "--no-fetch", "--checkout", "--", path];
  const updated = await git.run([...settings, ...update], place);
  if (!updated.ok) return updated.failure;
  // An agent that pushes must not push into the user's own .git folder.
  const remote = ["config", "remote.origin.url", url.out.trim() || local.out.trim()];
  const set = await git.run(remote, { cwd: join(place.cwd, path), elsewhere: true });
  return set.ok ? null : set.failure;
}

function unavailable(path: string, failure: Failure): Failure {
  if (failure.class !== "git_state" || failure.restart === "transient") return failure;
  const message = `The submodule ${path} could not be made ready in a worktree: the commit it needs is not on this machine. Run \`git submodule update --init --recursive\` in your checkout.`;
  return { ...failure, restart: "terminal", subject: path, message };
}
