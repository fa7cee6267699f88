/** The HTTP API of `reeve serve`, from its OpenAPI document, which comes from the rows of its routes. */
import { openApi } from "../../src/views/web/server/openapi.ts";

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> };
}

export function apiReference(): string {
  const { paths } = openApi("") as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  return [
    "# API",
    "",
    "Written from the code by `npm run reference`. `reeve serve` prints its address and token; send the token as",
    "`Authorization: Bearer …`. The OpenAPI document itself: `GET /api/openapi.json`. A typed client: `connectReeve` of the",
    "[library](../library.md). More about the server: [web](../web.md).",
    "",
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => section(path, method, operation)),
    ),
  ].join("\n");
}

function section(
  path: string,
  method: string,
  { summary, description, parameters = [], requestBody }: Operation,
): string[] {
  const asked = parameters.filter((each) => each.in === "query");
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    `## ${method.toUpperCase()} ${path}`,
    "",
    [summary, description].filter((each) => each !== undefined && each !== "").join(" "),
    "",
    ...(asked.length === 0
      ? []
      : [
          "| query | |",
          "|---|---|",
          ...asked.map(({ name, description: what = "" }) => `| \`${name}\` | ${what} |`),
          "",
        ]),
    ...(body === undefined ? [] : ["Body:", "", "```json", JSON.stringify(body, null, 2), "```", ""]),
  ];
}
