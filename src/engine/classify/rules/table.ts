/** All of the classifier's own rules, one table. Order matters only between hits that are otherwise equal. Data only. */
import type { Rule } from "../rule.ts";
import { AGENT_ANSWER_RULES } from "./agent-answers.ts";
import { AGENT_LIMIT_RULES } from "./agent-limits.ts";
import { AGENT_SESSION_RULES } from "./agent-sessions.ts";
import { ACCESS_RULES } from "./api-access.ts";
import { LIMIT_RULES } from "./api-limits.ts";
import { MONEY_RULES } from "./api-money.ts";
import { CONFIG_RULES } from "./config.ts";
import { DOTNET_RULES } from "./dotnet.ts";
import { FILE_RULES } from "./files.ts";
import { GIT_RULES } from "./git.ts";
import { GUESS_RULES } from "./guesses.ts";
import { HINT_RULES } from "./hints.ts";
import { IMPORT_RULES } from "./imports.ts";
import { INSTALL_RULES } from "./install.ts";
import { JVM_RULES } from "./jvm.ts";
import { LINT_RULES } from "./lint.ts";
import { MACHINE_RULES } from "./machine.ts";
import { NETWORK_RULES } from "./network.ts";
import { SCHEMA_RULES } from "./schema.ts";
import { TEST_RULES } from "./tests.ts";
import { MORE_TEST_RULES } from "./tests-more.ts";
import { TYPE_RULES } from "./types.ts";

export const RULES: readonly Rule[] = [
  ...MONEY_RULES,
  ...LIMIT_RULES,
  ...ACCESS_RULES,
  ...AGENT_LIMIT_RULES,
  ...AGENT_SESSION_RULES,
  ...AGENT_ANSWER_RULES,
  ...MACHINE_RULES,
  ...FILE_RULES,
  ...SCHEMA_RULES,
  ...GIT_RULES,
  ...INSTALL_RULES,
  ...IMPORT_RULES,
  ...DOTNET_RULES,
  ...JVM_RULES,
  ...TYPE_RULES,
  ...MORE_TEST_RULES,
  ...TEST_RULES,
  ...LINT_RULES,
  ...CONFIG_RULES,
  ...NETWORK_RULES,
  ...HINT_RULES,
  ...GUESS_RULES,
];
