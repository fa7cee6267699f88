/**
 * BMAD, of any version that is met: PRD, architecture and epics as files or as shards, epics and stories also inside the PRD,
 * at the top, in `docs/` or in the output folder. Found by the PRD.
 */
import { posix } from "node:path";
import type { Layout } from "./layout.ts";
import type { SessionFiles } from "./session-files.ts";
import { findDocument } from "./shards.ts";

const ROOTS = [
  "",
  "docs",
  "_bmad-output/planning-artifacts",
  "_bmad-output",
  "bmad-output/planning-artifacts",
  "docs/planning-artifacts",
  "planning-artifacts",
  "docs/bmad",
];
const PRD = {
  name: /^(?:.*-)?prd(?:[-_.].*)?\.md$|^product-requirements.*\.md$/i,
  folder: /^prd$/i,
  nested: /(?:^|\/)prds?\/[^/]+\/prd\.md$/i,
};
const ARCHITECTURE = {
  name: /^(?:.*-)?architecture(?:[-_].*)?\.md$|^tech-spec.*\.md$/i,
  folder: /^architecture$/i,
  nested: /(?:^|\/)architecture\/[^/]+\/ARCHITECTURE[^/]*\.md$/i,
};
const EPICS = { name: /^(?:.*-)?epics?(?:[-_].*)?\.md$/i, folder: /^epics?$/i };
const BRIEF = {
  name: /^(?:product-|project-)?brief(?:[-_].*)?\.md$/i,
  folder: /^(?:product-|project-)?brief$/i,
  nested: /(?:^|\/)briefs?\/[^/]+\/[^/]*brief[^/]*\.md$/i,
};
const STORY = /(?:^|\/)(?:stories|implementation-artifacts)\/(?:story-)?\d+[-.]\d+[^/]*\.md$/i;

export function bmadLayout(files: SessionFiles): Layout | null {
  const prd = findDocument(files, ROOTS, PRD);
  if (prd.files.length === 0) return null;
  const [architecture, epics, brief] = [ARCHITECTURE, EPICS, BRIEF].map((each) => findDocument(files, ROOTS, each));
  const inside = prd.files.filter((file) =>
    /(?:^|\/)epics?(?:[-_. ]|\.md|\/)/i.test(file.replace(/^docs\/prd\//i, "")),
  );
  const own = (epics?.files ?? []).filter((file) => !prd.files.includes(file));
  const epicFiles = own.length > 0 ? own : inside;
  const stories = files.all.filter((file) => STORY.test(file));
  const at = posix.dirname(prd.files[0] ?? "").replace(/(?:^|\/)prds?(?:\/.*)?$/i, "");
  const place = (name: string): string => (at === "." || at === "" ? name : `${at}/${name}`);
  return {
    name: "bmad",
    label: "BMAD",
    files: {
      brief: brief?.files ?? [],
      requirements: prd.files.filter((file) => !epicFiles.includes(file)),
      architecture: architecture?.files ?? [],
      epics: epicFiles,
      plan: stories,
    },
    expected: {
      brief: place("product-brief.md"),
      requirements: place("prd.md"),
      architecture: place("architecture.md"),
      epics: place("epics.md"),
    },
    lost: [...prd.lost, ...(architecture?.lost ?? []), ...(epics?.lost ?? [])],
    log: null,
    keepsLog: false,
    wisdom: [],
    notes: [prd, architecture, epics].flatMap((each) => each?.twice ?? []),
  };
}
