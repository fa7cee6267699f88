/** What the outputs of a tool usually mean when no line of theirs says it: less than any other sign. Data only. */
import type { Rule } from "../../rule.ts";

const usually = { strength: "guess", exit: { any: true } } as const;

export const GUESS_RULES: readonly Rule[] = [
  {
    class: "lint_failure",
    ...usually,
    tools: [
      "eslint",
      "prettier",
      "biome",
      "golangci-lint",
      "ruff",
      "flake8",
      "pylint",
      "black",
      "rubocop",
      "stylelint",
      "clippy",
      "shellcheck",
      "checkstyle",
    ],
  },
  {
    class: "type_error",
    ...usually,
    tools: ["tsc", "mypy", "pyright", "vue-tsc", "javac", "rustc", "gcc", "g++", "clang"],
  },
  {
    class: "test_failure",
    ...usually,
    tools: [
      "jest",
      "vitest",
      "mocha",
      "pytest",
      "rspec",
      "phpunit",
      "playwright",
      "cypress",
      "ava",
      "tap",
      "junit",
      "unittest",
      "minitest",
    ],
  },
  { class: "git_state", ...usually, tools: ["git"] },
  {
    class: "schema_mismatch",
    ...usually,
    tools: ["prisma", "alembic", "knex", "sqlalchemy", "sequelize", "typeorm", "drizzle", "flyway", "liquibase"],
  },
  {
    class: "dependency_install",
    ...usually,
    tools: ["npm", "pnpm", "yarn", "pip", "uv", "poetry", "bundler", "composer", "apt"],
  },
];
