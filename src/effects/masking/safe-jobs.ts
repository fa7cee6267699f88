/**
 * Nothing that a job tells shows the value of a key, whoever printed it: what is journaled, shown and given to the next
 * attempt goes through here. Only texts are touched, never names that code decides by. Output of commands is cleaned
 * where it is read, before anything is cut out of it.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { GateResult, Integration } from "../../domain/proof/gate.ts";
import type { Jobs } from "../jobs.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import { redact } from "./redact.ts";

export function safeJobs(jobs: Jobs, secrets: readonly string[]): Jobs {
  return {
    verify: async (order, signal) => {
      const answer = await jobs.verify(order, signal);
      if (answer.type === "failed") return safeFailed(answer, secrets);
      const { verification } = answer;
      return { ...answer, verification: { ...verification, gates: safeGates(verification.gates, secrets) } };
    },
    compare: async (order, signal) => redact(await jobs.compare(order, signal), secrets),
    integrate: async (order, signal) => {
      const answer = await jobs.integrate(order, signal);
      if (answer.type === "failed") return safeFailed(answer, secrets);
      return { ...answer, integration: safeIntegration(answer.integration, secrets) };
    },
    check: async (order, signal) => {
      const answer = await jobs.check(order, signal);
      return { ...answer, gates: safeGates(answer.gates, secrets) };
    },
  };
}

export function safeWorkspaces(workspaces: Workspaces, secrets: readonly string[]): Workspaces {
  return {
    ...workspaces,
    recover: async () => {
      const failure = await workspaces.recover();
      return failure && safeFailure(failure, secrets);
    },
    prepare: async (order) => {
      const prepared = await workspaces.prepare(order);
      return prepared.type === "failed" ? safeFailed(prepared, secrets) : prepared;
    },
  };
}

function safeIntegration(integration: Integration, secrets: readonly string[]): Integration {
  switch (integration.type) {
    case "merged":
      return { ...integration, gates: safeGates(integration.gates, secrets) };
    case "conflict":
      return { ...integration, report: redact(integration.report, secrets) };
    case "red":
      return {
        ...integration,
        gates: safeGates(integration.gates, secrets),
        report: redact(integration.report, secrets),
      };
  }
}

function safeGates(gates: readonly GateResult[], secrets: readonly string[]): readonly GateResult[] {
  return gates.map((gate) => {
    const { name, message, evidence } = gate;
    const subject = gate.failure?.subject;
    return {
      ...gate,
      ...redact({ name, message, evidence }, secrets),
      ...(gate.failing && { failing: redact(gate.failing, secrets) }),
      ...(gate.failure && subject !== undefined && { failure: { ...gate.failure, subject: redact(subject, secrets) } }),
    };
  });
}

function safeFailed<T extends { readonly failure: Failure }>(answer: T, secrets: readonly string[]): T {
  return { ...answer, failure: safeFailure(answer.failure, secrets) };
}

function safeFailure(failure: Failure, secrets: readonly string[]): Failure {
  const { message, evidence, subject } = failure;
  return {
    ...failure,
    ...redact({ message, evidence }, secrets),
    ...(subject !== undefined && { subject: redact(subject, secrets) }),
  };
}
