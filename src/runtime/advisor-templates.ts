/** Reads the texts with which advisors are asked: the person's own where one is named, Reeve's otherwise. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Checked } from "../config/mistake.ts";
import type { Advisors } from "../domain/advisor.ts";
import type { Config } from "../domain/config.ts";
import type { AdvisorRole } from "../domain/role-answers.ts";

/** A template that cannot be read is a mistake in reeve.yaml. */
export function withTemplates(config: Config, root: string, file: string): Checked<Config> {
  try {
    const entries = Object.entries(config.advisors).map(([role, settings]) => {
      const own = settings.template !== "";
      const path = own ? resolve(root, settings.template) : join(TEMPLATES, `${role as AdvisorRole}.txt`);
      return [role, { ...settings, template: readFileSync(path, "utf8") }];
    });
    return { ok: true, value: { ...config, advisors: Object.fromEntries(entries) as Advisors }, warnings: [] };
  } catch (error) {
    const what = `a template of advisors: cannot be read (${error instanceof Error ? error.message : error})`;
    const hint = "check its path; it is seen from the folder of reeve.yaml";
    return { ok: false, mistakes: [{ file, line: 1, col: 1, what, hint, severity: "error" }], warnings: [] };
  }
}

const TEMPLATES = fileURLToPath(new URL("../effects/roles/templates", import.meta.url));
