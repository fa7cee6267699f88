/** `telemetry:` of reeve.yaml: where traces and metrics of a run go. */
export interface TelemetryConfig {
  /** The collector's address; `env`: as OpenTelemetry's own variables say. */
  readonly otlp: string;
  /** The variable that holds headers for it. */
  readonly headersFrom?: string;
  /** Prompts, questions and the words of failures too. */
  readonly texts: boolean;
  readonly service: string;
}
