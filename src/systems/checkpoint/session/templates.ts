/** The documents of a session in the form that checkpoints read, each filled with a small example that agrees with the others. */

export const TEMPLATES: Readonly<Record<string, string>> = {
  "product-brief.md": `# Product brief: Room booking

## Vision

Guests book a room without calling anybody.

## Goals

- G1: Guests book a room by themselves
- G2: The front desk sees all bookings of a day

## Scope

### In scope

- Booking and cancelling rooms

### Out of scope

- Loyalty programme

## Glossary

- **Guest**: a person who stays in a room (not: customer, client)

## Decisions

- Payment: on arrival
`,
  "requirements.md": `# Requirements

## Functional requirements

- **FR-001** (Must, G1): A guest can book a free room for a period.
- **FR-002** (Must, G1): A guest can cancel a booking until the day before.
- **FR-003** (Should, G2): The front desk can list the bookings of a day.

## Non-functional requirements

- **NFR-P1**: A booking is confirmed within two seconds.

## Decisions

- Payment: on arrival, in cash or by card
`,
  "architecture.md": `# Architecture

## Components

- **Booking Service**: keeps bookings and says which rooms are free
- **Front Desk Page**: shows the bookings of a day

## Decisions

### ADR-001: One database

**Decision:** one SQLite database for rooms and bookings
`,
  "epics.md": `# Epics

## Epic 1: Booking

### Story 1.1: Book a room

As a guest I book a free room. The Booking Service keeps it.

**Covers:** FR-001, NFR-P1

### Story 1.2: Cancel a booking

Depends on: Story 1.1

**Covers:** FR-002

## Epic 2: Front desk

### Story 2.1: Bookings of a day

The Front Desk Page lists them.

**Covers:** FR-003
`,
  "plan.json": `{
  "summary": "Booking first, then the front desk",
  "complexity": "Medium",
  "recommended_execution": "CLI",
  "architecture": ["ADR-001"],
  "tasks": [
    { "id": "TASK-001", "title": "Booking Service", "requirements": ["FR-001", "NFR-P1"], "depends_on": [], "files": ["src/booking/service.ts"] },
    { "id": "TASK-002", "title": "Cancelling", "requirements": ["FR-002"], "depends_on": ["TASK-001"], "files": ["src/booking/cancel.ts"] },
    { "id": "TASK-003", "title": "Front Desk Page", "requirements": ["FR-003"], "depends_on": ["TASK-001"], "files": ["src/desk/page.ts"] }
  ]
}
`,
  "wisdom/decisions.md": `# Decisions

- Payment: on arrival
`,
  "checkpoints.yaml": `# Checks of your own; docs/checkpoints.md describes all six kinds.
window_minutes: 30
checkpoints:
  CHECKPOINT-101:
    title: Stories and requirements
    checks:
      - id: stories-cover-requirements
        kind: trace
        from: requirements
        to: [epics]
        ids: [FR]
`,
};
