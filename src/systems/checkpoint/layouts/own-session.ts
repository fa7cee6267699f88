/**
 * The session folder of this system: brief, requirements, architecture, epics and plan at the top, in `spec/` or in `artifacts/`,
 * a message log and wisdom beside them. A folder that somebody made by hand is one too.
 */
import { KINDS, type Kind } from "../documents/document.ts";
import type { Layout } from "./layout.ts";
import type { SessionFiles } from "./session-files.ts";
import { type Found, findDocument } from "./shards.ts";

const ROOTS = ["", "spec", "specs", "artifacts", "docs"];
const NAMES: Readonly<Record<Exclude<Kind, "plan">, string>> = {
  brief: "product-brief",
  requirements: "requirements",
  architecture: "architecture",
  epics: "epics",
};
const LOGS = [".msg/messages.jsonl", "messages.jsonl"] as const;

export function ownLayout(files: SessionFiles): Layout | null {
  const of = (kind: Exclude<Kind, "plan">): Found =>
    findDocument(files, ROOTS, { name: nameOf(kind), folder: new RegExp(`^${NAMES[kind]}$`, "i") });
  const found = {
    brief: of("brief"),
    requirements: of("requirements"),
    architecture: of("architecture"),
    epics: of("epics"),
  };
  const plan = planFiles(files);
  const log = LOGS.find((path) => files.has(path)) ?? null;
  const isOwn =
    log !== null ||
    files.has("checkpoints.yaml") ||
    (found.brief.files.length > 0 && found.requirements.files.length > 0);
  if (!isOwn || hasPrd(files)) return null;
  return {
    name: "session",
    label: "session folder",
    files: { ...Object.fromEntries(KINDS.map((kind) => [kind, kind === "plan" ? plan : found[kind].files])) },
    expected: { ...NAMES_WITH_END, plan: "plan.json" },
    lost: Object.values(found).flatMap(({ lost }) => lost),
    log,
    keepsLog: true,
    wisdom: files.below("wisdom").filter((file) => file.endsWith(".md")),
    notes: [],
  };
}

const NAMES_WITH_END = {
  brief: "product-brief.md",
  requirements: "requirements.md",
  architecture: "architecture.md",
  epics: "epics.md",
} as const;

function nameOf(kind: Exclude<Kind, "plan">): RegExp {
  return kind === "brief" ? /^(?:product-)?brief\.md$/i : new RegExp(`^${NAMES[kind]}\\.md$`, "i");
}

/** With a PRD and no log of ours it is somebody else's. */
function hasPrd(files: SessionFiles): boolean {
  return files.all.some((file) => /(?:^|\/)prd(?:\.md$|\/)/i.test(file)) && !LOGS.some((path) => files.has(path));
}

function planFiles(files: SessionFiles): readonly string[] {
  const whole = [
    "plan/plan.json",
    "plan.json",
    "artifacts/plan.json",
    "plan/plan.yaml",
    "plan.yaml",
    "plan.md",
    "plan/plan.md",
  ];
  const found = whole.find((path) => files.has(path));
  const parts = files.all.filter((file) => /^plan\/(?:\.task|\.?tasks)\/[^/]+\.json$/.test(file));
  return found === undefined ? parts : [found, ...parts];
}
