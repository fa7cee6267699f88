/**
 * A document in one file or in a folder of shards. In a folder the index comes first, then what it links in its order, then the
 * rest; shards in folders of their own count too. Says which shards an index names that are not there. Reads only.
 */
import { posix } from "node:path";
import type { Place } from "../documents/document.ts";
import type { SessionFiles } from "./session-files.ts";

export interface Found {
  readonly files: readonly string[];
  readonly lost: readonly (Place & { readonly path: string })[];
}

/** Reports and leftovers of tools that are no part of the document. */
const ASIDE =
  /(?:^|\/)(?:archived?|backups?|old|templates?|examples?)\/|(?:validation|readiness|checklist|report|retro(?:spective)?|backup|template|changelog|\.bak|-old)\b/i;

const INDEX = /^_?(?:index|readme|toc|overview)\.md$/i;

function shardsIn(files: SessionFiles, folder: string): Found {
  const all = files.below(folder).filter((file) => /\.md$/i.test(file) && !ASIDE.test(file.slice(folder.length)));
  const index = all.find((file) => INDEX.test(posix.basename(file)) && posix.dirname(file) === folder);
  if (index === undefined) return { files: all, lost: [] };
  const linked: string[] = [];
  const lost: (Place & { path: string })[] = [];
  for (const { path, line } of linksOf(files.read(index) ?? "", posix.dirname(index))) {
    if (all.includes(path)) linked.push(path);
    else if (path.startsWith(`${folder}/`) && !files.has(path) && !lost.some((each) => each.path === path))
      lost.push({ file: index, line, path });
  }
  return { files: [...new Set([index, ...linked, ...all])], lost };
}

function linksOf(text: string, folder: string): readonly { readonly path: string; readonly line: number }[] {
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(/\]\(<?([^)#>\s]+\.md)(?:#[^)]*)?>?\)/gi)].map(([, target = ""]) => ({
      path: posix.normalize(posix.join(folder, decoded(target))),
      line: index + 1,
    })),
  );
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/** One of the names in one of the folders, or a folder of shards; the first place that has it. */
export function findDocument(
  files: SessionFiles,
  roots: readonly string[],
  { name, folder, nested }: { readonly name: RegExp; readonly folder: RegExp; readonly nested?: RegExp },
): Found & { readonly twice: string | null } {
  for (const root of roots) {
    const beside = files
      .in(root)
      .filter((file) => name.test(posix.basename(file)) && !ASIDE.test(posix.basename(file)));
    const folders = foldersIn(files, root).filter((each) => folder.test(posix.basename(each)));
    const shards = folders.map((each) => shardsIn(files, each));
    const sharded = shards.flatMap((each) => each.files);
    if (sharded.length > 1 || (sharded.length > 0 && beside.length === 0)) {
      const twice =
        beside.length > 0 ? `${beside.join(", ")} and ${folders.join(", ")}/ both exist; the folder was read` : null;
      return { files: sharded, lost: shards.flatMap((each) => each.lost), twice };
    }
    if (beside.length > 0) return { files: beside, lost: [], twice: null };
    const deep = nested ? files.below(root).filter((file) => nested.test(file) && !ASIDE.test(file)) : [];
    if (deep.length > 0) return { files: deep, lost: [], twice: null };
  }
  return { files: [], lost: [], twice: null };
}

function foldersIn(files: SessionFiles, root: string): readonly string[] {
  const prefix = root === "" ? "" : `${root}/`;
  const names = files.below(root).flatMap((file) => {
    const rest = file.slice(prefix.length);
    return rest.includes("/") ? [rest.slice(0, rest.indexOf("/"))] : [];
  });
  return [...new Set(names)].map((name) => `${prefix}${name}`);
}
