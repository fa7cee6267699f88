/**
 * Whose configuration is wrong: what lies in the repository can be mended by one more attempt that knows why, what belongs to the
 * machine, the agent or an account needs a person. Looks only at files that the lines near the telling ones name. It never
 * makes anything pass by itself.
 */
import type { Line } from "../lines.ts";
import type { Weighed } from "./weigh.ts";

/** Files by which tools are configured and that are kept with the work. */
const OF_THE_WORK =
  /(?<![\w~])(?:[\w@.-]+[/\\])*(?:(?:ts|js)config(?:\.[\w-]+)?\.json|package\.json|cargo\.toml|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|pytest\.ini|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|build\.sbt|cmakelists\.txt|meson\.build|makefile|gemfile|mix\.exs|dune-project|[\w.-]+\.(?:csproj|sln|tf|cabal)|(?:webpack|vite|rollup|next|nuxt|astro|svelte|jest|vitest|babel|eslint|tailwind|postcss|metro|playwright|cypress|drizzle)\.config\.\w{2,3}|\.(?:eslint|prettier|babel|stylelint)rc(?:\.\w+)?|(?:turbo|biome|nx|angular|lerna|wrangler|vercel|app)\.(?:json|toml)|gulpfile\.js|gruntfile\.js|docker-compose\.ya?ml|compose\.ya?ml|chart\.yaml)(?![\w/])|\.github[/\\]workflows[/\\][\w.-]+\.ya?ml|\bturbo[_ ]json\b|\bThe Compose file \S+ is invalid|\bThe argument "\w+" is required, but|\bAn argument named "\w+" is not expected|\bwebpack has been initiali[sz]ed using a configuration object\b/i;

/** Of the machine, of an account, or of whoever runs the agent. */
const OUTSIDE =
  /environment variable|no value for required variable|\benv var|\b[A-Z][A-Z0-9]*_(?:KEY|TOKEN|SECRET|URL|HOME|DSN)\b|\bapi key\b|[/\\]\.(?:codex|claude|gemini|config|aws|kube|docker|npmrc)\b|\/etc\/|\bmodel\b.{0,40}\b(?:not|unknown|unsupported)\b/i;

const LINES_NEAR = 3;
const LINES_TOLD_MAX = 8;

export function unlessOfTheWork(weighed: Weighed, lines: readonly Line[], telling: readonly number[]): Weighed {
  const rule = weighed.best?.hit.rule;
  if (weighed.class !== "config_error" || weighed.restart !== "terminal") return weighed;
  if (rule?.strength === "user" || (rule?.restart !== undefined && rule.strength === "certain")) return weighed;
  const told = telling.slice(0, LINES_TOLD_MAX);
  const near = lines.filter((_, at) => told.some((each) => Math.abs(each - at) <= LINES_NEAR));
  if (near.some(({ text }) => OUTSIDE.test(text)) || !near.some(({ text }) => OF_THE_WORK.test(text))) return weighed;
  return {
    ...weighed,
    restart: "persistent",
    because: [...weighed.because, "the configuration lies with the work, so one more attempt can mend it"],
  };
}
