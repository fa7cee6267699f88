/**
 * Names that every project and every machine has. Two failures that share no more than one of these share nothing. Data;
 * what is rare is what is not here.
 */

export type BackgroundKind = "code" | "data" | "file" | "host" | "program" | "setting" | "branch";

const EVERYWHERE: Readonly<Record<BackgroundKind, ReadonlySet<string>>> = {
  code: words(
    "index main app lib src test tests utils util helpers helper common core base types type models model config settings setup constants err error result data value name id self this module package default node_modules object string number function component element app/index self.assertequal str dict list int none nonetype x y i a b npm pnpm yarn python pip go java php ruby docker git mod crate self super use import export from require",
  ),
  data: words("id name value data table column type key"),
  file: words(
    "index.js index.ts main.py app.py main.go main.rs lib.rs main.c app.js app.ts app.rb app.java __init__.py",
  ),
  host: words("localhost 127.0.0.1 example.com"),
  program: words("main sh bash"),
  setting: words(
    "config settings config.json config.yaml config.yml config.toml config.ini settings.json tsconfig.json package.json cargo.toml pyproject.toml pom.xml build.gradle core cores .env dockerfile makefile docker-compose.yml default options",
  ),
  branch: words("main master head origin address port socket 127.0.0.1 0.0.0.0 localhost"),
};

export function isEverywhere(kind: BackgroundKind, name: string): boolean {
  return name.length < 2 || EVERYWHERE[kind].has(name) || ANYBODYS.some((each) => each.test(name));
}

/** How an error is called, what a language brings along, the file that every program begins in, a place in one. */
const ANYBODYS: readonly RegExp[] = [
  /^[^/]*(?:error|exception|warning|failure)s?$/,
  /^(?:java|kotlin|scala|system|std|core|node)\//,
  /^(?:app|main|index|run|test|setup|mod|lib|init|a|script)\.[a-z]{1,5}$/,
  /\.[a-z]{1,6}:\d+(?::|$)/,
  /^(?:stack|executable|unhandled|uncaught|program|command|binary|script|line|column|expression|statement|token|process|thread|the|input|output)$/,
];

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
