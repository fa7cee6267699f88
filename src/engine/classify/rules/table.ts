/** All of the classifier's own rules, one table. Order matters only between hits that are otherwise equal. Data only. */
import type { Rule } from "../rule.ts";
import { DIAGNOSTIC_RULES } from "../statements/diagnostic-rules.ts";
import { EXCEPTION_RULES } from "../statements/exception-rules.ts";
import { STATEMENT_RULES } from "../statements/statement-rules.ts";
import { AGENT_ANSWER_RULES } from "./agents/answers.ts";
import { AGENT_LIMIT_RULES } from "./agents/limits.ts";
import { AGENT_SESSION_RULES } from "./agents/sessions.ts";
import { ACCESS_RULES } from "./apis/access.ts";
import { CERTIFICATE_RULES } from "./apis/certificates.ts";
import { LIMIT_RULES } from "./apis/limits.ts";
import { MONEY_RULES } from "./apis/money.ts";
import { NETWORK_RULES } from "./apis/network.ts";
import { CONFIG_RULES } from "./around/config.ts";
import { FILE_RULES } from "./around/files.ts";
import { GIT_RULES } from "./around/git.ts";
import { INSTALL_RULES } from "./around/install.ts";
import { MACHINE_RULES } from "./around/machine.ts";
import { PROGRAM_RULES } from "./around/programs.ts";
import { SCHEMA_RULES } from "./around/schema.ts";
import { SERVER_RULES } from "./around/servers.ts";
import { BUILDER_RULES } from "./code/builders.ts";
import { DOTNET_RULES } from "./code/dotnet.ts";
import { IMPORT_RULES } from "./code/imports.ts";
import { JVM_RULES } from "./code/jvm.ts";
import { LINT_RULES } from "./code/lint.ts";
import { TEST_RULES } from "./code/tests.ts";
import { MORE_TEST_RULES } from "./code/tests-more.ts";
import { TYPE_RULES } from "./code/types.ts";
import { GUESS_RULES } from "./hints/guesses.ts";
import { HINT_RULES } from "./hints/hints.ts";

export const RULES: readonly Rule[] = [
  ...MONEY_RULES,
  ...LIMIT_RULES,
  ...ACCESS_RULES,
  ...AGENT_LIMIT_RULES,
  ...AGENT_SESSION_RULES,
  ...AGENT_ANSWER_RULES,
  ...SERVER_RULES,
  ...BUILDER_RULES,
  ...MACHINE_RULES,
  ...FILE_RULES,
  ...PROGRAM_RULES,
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
  ...CERTIFICATE_RULES,
  ...NETWORK_RULES,
  ...STATEMENT_RULES,
  ...DIAGNOSTIC_RULES,
  ...EXCEPTION_RULES,
  ...HINT_RULES,
  ...GUESS_RULES,
];
