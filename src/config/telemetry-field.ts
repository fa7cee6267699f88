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
          "Where to send traces and metrics, as OTLP over HTTP. env: use OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.",
        examples: ["http://127.0.0.1:4318"],
      }),
    headers_from: z
      .string({ error: "the name of a variable" })
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "the name of a variable, like OTLP_HEADERS" })
      .optional()
      .meta({
        description:
          "The environment variable with headers for the collector, like key=value,key=value. Reeve never writes its value down.",
        examples: ["OTLP_HEADERS"],
      }),
    texts: flag.default(false).meta({
      description:
        "Also send prompts, questions and the words of failures. By default Reeve sends only names, numbers and kinds.",
    }),
    service: text("a name").default("reeve").meta({ description: "The name of the service in traces." }),
  },
  "a mapping like { otlp: http://127.0.0.1:4318 }",
)
  .optional()
  .meta({
    description:
      "OpenTelemetry: traces and metrics of runs, attempts and decisions. Default: off. See docs/telemetry.md.",
  });

export function toTelemetry(written: z.output<typeof telemetryField>): { telemetry?: TelemetryConfig } {
  if (!written) return {};
  const { otlp, headers_from: headersFrom, texts, service } = written;
  return { telemetry: { otlp, texts, service, ...present({ headersFrom }) } };
}
