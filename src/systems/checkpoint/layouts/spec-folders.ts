/** Features in a folder of their own: Kiro (requirements, design, tasks) and spec-kit (spec, plan, tasks). */
import type { Layout } from "./layout.ts";
import type { SessionFiles } from "./session-files.ts";

export function isKiro(files: SessionFiles): boolean {
  return files.has("requirements.md") && (files.has("design.md") || files.has("tasks.md"));
}

export function kiroLayout(files: SessionFiles): Layout {
  const only = (name: string): readonly string[] => (files.has(name) ? [name] : []);
  return {
    ...COMMON,
    name: "kiro",
    label: "Kiro",
    files: { requirements: only("requirements.md"), architecture: only("design.md"), plan: only("tasks.md") },
    expected: { requirements: "requirements.md", architecture: "design.md", plan: "tasks.md" },
  };
}

export function isSpecKit(files: SessionFiles): boolean {
  return files.has("spec.md");
}

export function specKitLayout(files: SessionFiles): Layout {
  const among = (...names: string[]): readonly string[] => names.filter((name) => files.has(name));
  return {
    ...COMMON,
    name: "spec-kit",
    label: "spec-kit",
    files: {
      requirements: among("spec.md"),
      architecture: among("plan.md", "data-model.md"),
      plan: among("tasks.md"),
    },
    expected: { requirements: "spec.md", architecture: "plan.md", plan: "tasks.md" },
  };
}

const COMMON = { lost: [], log: null, keepsLog: false, wisdom: [], notes: [] } as const;
