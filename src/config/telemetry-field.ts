/** `telemetry:` of reeve.yaml: where traces and metrics go, and whether texts go with them. Left out: nowhere. */
import { z } from "zod";
import { present } from "../basics/present.ts";
import type { TelemetryConfig } from "../domain/telemetry-config.ts";
import { flag, mapping, text } from "./fields/fields.ts";

const URL_HINT = "the address of a collector, like http://127.0.0.1:4318, or env";

export const telemetryField = mapping(
  {
    otlp: z
      .string({ error: URL_HINT })
      .regex(/^(?:env|https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?)$/, { error: URL_HINT })
      .meta({
        description:
          "Where traces and metrics are sent, as OTLP over HTTP. env: where OTEL_EXPORTER_OTLP_ENDPOINT says, with OTEL_EXPORTER_OTLP_HEADERS.",
        examples: ["http://127.0.0.1:4318"],
      }),
    headers_from: z
      .string({ error: "the name of a variable" })
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "the name of a variable, like OTLP_HEADERS" })
      .optional()
      .meta({
        description:
          "The variable that holds headers for the collector, like key=value,key=value. Its value is never written down.",
        examples: ["OTLP_HEADERS"],
      }),
    texts: flag.default(false).meta({
      description:
        "Send prompts, questions and the words of failures too. By default only names, numbers and kinds are sent.",
    }),
    service: text("a name").default("reeve").meta({ description: "The name of the service in traces." }),
  },
  "a mapping like { otlp: http://127.0.0.1:4318 }",
)
  .optional()
  .meta({
    description:
      "OpenTelemetry: traces and metrics of runs, attempts and decisions. Off unless given. See docs/telemetry.md.",
  });

export function toTelemetry(written: z.output<typeof telemetryField>): { telemetry?: TelemetryConfig } {
  if (!written) return {};
  const { otlp, headers_from: headersFrom, texts, service } = written;
  return { telemetry: { otlp, texts, service, ...present({ headersFrom }) } };
}
