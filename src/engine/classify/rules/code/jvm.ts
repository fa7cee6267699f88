/** Rules for the Java world: what Maven, Gradle, their compilers and their test runners print. Data only. */
import type { Rule } from "../../rule.ts";

const javaFile = /(?<![\w./:-])(?<s>[\w./:-]+\.(?:java|kt|scala|groovy)):/;

export const JVM_RULES: readonly Rule[] = [
  {
    class: "syntax_error",
    strength: "certain",
    inTests: true,
    has: ".java:[|.kt:[",
    match:
      /\.(?:java|kt):\[\d+,\d+\] (?:'.{1,3}' expected|class, interface|illegal start|reached end of file|<identifier>|unclosed|not a statement)/i,
    subject: { near: javaFile },
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: ".java:[|.kt:[",
    match: /\.(?:java|kt):\[\d+,\d+\] /,
    subject: { near: javaFile },
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "could not find artifact|was not found in any of|plugin [id",
    match:
      /could not find artifact (?<s>[^\s:]+:[^\s:]+)|plugin \[id: '(?<t>[^']+)'.{0,80}was not found|plugin (?<u>\S+?:[^\s:]+)\S* or one of its dependencies/i,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "could not find or load main class",
    match: /could not find or load main class (?<s>[\w.$]+)/i,
  },
  {
    class: "config_error",
    strength: "certain",
    has: "unsupportedclassversionerror|unsupported class file|java version|release version|unsupported java",
    match:
      /unsupportedclassversionerror|unsupported class file major version|could not determine java version|release version \d+ not supported|unsupported java\b/i,
    subject: { is: "java version" },
  },
  {
    class: "test_failure",
    strength: "certain",
    has: "<<< failure|<<< error",
    match: /^(?:\[error\] +)?(?<s>[\w.$]+)(?:\([\w.$]+\))? .{0,40}<<< (?:failure|error)!/i,
    unless: /tests run:/i,
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "tests run:",
    match: /tests run: \d+, failures: (?:[1-9]|\d+, errors: [1-9])/i,
    subject: { near: /^\[ERROR\] +(?<s>[A-Z][\w$]*\.\w+):\d+/, back: 30 },
  },
  {
    class: "test_failure",
    strength: "certain",
    has: " failed",
    match: /^(?<s>[A-Z][\w.$]* > \S.{0,200}) FAILED$/,
  },
];
