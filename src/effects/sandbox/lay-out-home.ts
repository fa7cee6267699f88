/**
 * The home as a process in the sandbox finds it: a folder of its own, with what is in the user's home laid into it one by
 * one. So what is secret is not there, what is new is private to it and goes with it, and only caches and the folders of
 * the agent itself are the user's own.
 */
import { join } from "node:path";
import type { SandboxConfig } from "../../domain/spec/sandbox.ts";
import {
  AGENT_PLACES,
  type AgentPlaces,
  agentsIn,
  CACHE_PLACES,
  CACHE_STEERING,
  SECRET_PLACES,
} from "./home-places.ts";
import { copyLink, copyPlain, entriesOf, expanded, isFolder, made, real, there } from "./look-around.ts";
import { isWithin, type Mount } from "./mount.ts";
import type { BoxWish } from "./wish.ts";

export function homeMounts(home: string, wish: BoxWish, config: SandboxConfig): readonly Mount[] {
  if (home === "/" || !isFolder(home)) return [];
  const own = agentsIn(wish.agent ?? []).flatMap((name) => AGENT_PLACES[name] ?? []);
  const hidden = hiddenIn(home, own, config);
  const copied = own.flatMap((places) => places.copied);
  const layer = made(join(wish.box, "home"));
  const mounts: Mount[] = [{ type: "instead", path: home, from: layer }];
  for (const name of entriesOf(home)) {
    const path = join(home, name);
    if (hidden.includes(path)) continue;
    if (copied.includes(name)) copyPlain(path, join(layer, name));
    else if (isLink(path)) copyLink(path, join(layer, name));
    else mounts.push({ type: "read", path });
  }
  const caches = CACHE_PLACES.map((name) => join(home, name)).filter((path) => isCache(path, home));
  return [
    ...mounts,
    ...caches.map((path): Mount => ({ type: "write", path })),
    ...readOnly(CACHE_STEERING, home),
    ...ownFolders(own, home, wish).map((path): Mount => ({ type: "write", path })),
    ...readOnly(
      own.flatMap((places) => places.steering),
      home,
    ),
    ...hidden.flatMap((path) => masked(path, home)),
  ];
}

/** Without a home of its own: what is secret is covered where it is. */
export function secretMounts(home: string, config: SandboxConfig): readonly Mount[] {
  return hiddenIn(home, [], config).flatMap((path) => covered(path));
}

function hiddenIn(home: string, own: readonly AgentPlaces[], { readable, writable }: SandboxConfig): readonly string[] {
  const others = Object.values(AGENT_PLACES).filter((places) => !own.includes(places));
  const names = [...SECRET_PLACES, ...others.flatMap((places) => [...places.own, ...places.copied])];
  const shown = [...readable, ...writable].map((path) => expanded(path, home));
  const isOwn = (path: string) => own.some((places) => places.own.some((name) => isWithin(path, join(home, name))));
  return [...new Set(names.map((name) => join(home, name)))].filter((path) => !shown.includes(path) && !isOwn(path));
}

/** At the top of the home it has simply been left out. */
function masked(path: string, home: string): readonly Mount[] {
  return join(path, "..") === home ? [] : covered(path);
}

function covered(path: string): readonly Mount[] {
  const found = real(path);
  if (!there(found)) return [];
  return [{ type: isFolder(found) ? "empty" : "blank", path: found }];
}

/** Where a tool keeps others of its things already, it may have a cache too; it is the user's, and made for it. */
function isCache(path: string, home: string): boolean {
  if (isLink(path)) return false;
  if (there(path)) return true;
  const parent = join(path, "..");
  if (join(parent, "..") !== home || !isFolder(parent) || isLink(parent) || /\/\.[^/]*$/.test(path)) return false;
  return isFolder(tryMake(path));
}

/** They are made where they are missing, as the agent would make them: what it keeps there is for its next session. */
function ownFolders(own: readonly AgentPlaces[], home: string, { env }: BoxWish): readonly string[] {
  const inHome = own.flatMap((places) => places.own).map((name) => join(home, name));
  const moved = own
    .flatMap((places) => places.variables)
    .map((name) => env[name] ?? process.env[name] ?? "")
    .filter((path) => path.startsWith("/"));
  return [...inHome, ...moved].map((path) => real(tryMake(path))).filter((path) => there(path));
}

function tryMake(path: string): string {
  try {
    return there(path) ? path : made(path);
  } catch {
    return path;
  }
}

function readOnly(names: readonly string[], home: string): readonly Mount[] {
  return names
    .map((name) => join(home, name))
    .filter((path) => there(path) && !isLink(path))
    .map((path) => ({ type: "read", path }));
}

function isLink(path: string): boolean {
  return there(path) && real(path) !== join(real(join(path, "..")), path.slice(path.lastIndexOf("/") + 1));
}
