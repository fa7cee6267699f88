/** Finds out by its files in which tool's layout a session lies. Reads only. */
import { posix } from "node:path";
import { bmadLayout } from "./bmad.ts";
import type { Layout } from "./layout.ts";
import { ownLayout } from "./own-session.ts";
import { SessionFiles } from "./session-files.ts";
import { isKiro, isSpecKit, kiroLayout, specKitLayout } from "./spec-folders.ts";

export type LayoutFound =
  | { readonly type: "found"; readonly layout: Layout; readonly files: SessionFiles }
  /** Several features, each a session of its own. */
  | { readonly type: "several"; readonly folders: readonly string[] }
  | { readonly type: "none" };

export function findLayout(root: string): LayoutFound {
  const files = new SessionFiles(root);
  const own = ownLayout(files);
  if (own) return { type: "found", layout: own, files };
  if (isKiro(files)) return { type: "found", layout: kiroLayout(files), files };
  if (isSpecKit(files)) return { type: "found", layout: specKitLayout(files), files };
  const bmad = bmadLayout(files);
  if (bmad) return { type: "found", layout: bmad, files };
  return below(root, files);
}

/** A folder above: its one feature is meant, several are named. */
function below(root: string, files: SessionFiles): LayoutFound {
  const folders = featuresIn(files);
  const [only] = folders;
  if (folders.length > 1) return { type: "several", folders };
  return only === undefined ? { type: "none" } : findLayout(posix.join(root, only));
}

function featuresIn(files: SessionFiles): readonly string[] {
  const has = (folder: string, ...names: readonly string[]): boolean =>
    names.some((name) => files.has(`${folder}/${name}`));
  const folders = files.all.flatMap((file) => {
    const folder = posix.dirname(file);
    if (folder === "." || folder.split("/").length > DEPTH_MAX) return [];
    if (/\/\.msg\/messages\.jsonl$/.test(file)) return [posix.dirname(folder)];
    const isKiroThere = file.endsWith("/requirements.md") && has(folder, "design.md", "tasks.md", "product-brief.md");
    return isKiroThere || (file.endsWith("/spec.md") && has(folder, "plan.md", "tasks.md")) ? [folder] : [];
  });
  return [...new Set(folders)];
}

const DEPTH_MAX = 4;
