import { describe, expect, it } from "vitest";
import type { FailureClass } from "../../../domain/proof/failure.ts";
import { type Maker, madeByFileName, madeByFiles, madeByWords } from "./made-by.ts";
import { missingNames } from "./missing-names.ts";

function task(id: string, files: readonly string[], text = ""): Maker {
  return { id, files, text, isOpen: true };
}

function maker(subject: string, tasks: readonly Maker[], text = "", kind: FailureClass = "import_error") {
  const { names } = missingNames({ class: kind, subject, text });
  return madeByFiles(names, tasks, "3") ?? madeByWords(names, tasks);
}

describe("who makes a missing module, by declared files", () => {
  const four = task("4", ["src/backend/models/reservation.py"]);
  const tasks = [task("2", ["src/backend/rooms.py"]), four, task("5", ["src/backend/api/invoices.py"])];

  it.each([
    ["Python's whole name", "src.backend.models.reservation"],
    ["a name from inside the package", "models.reservation"],
    ["the module alone", "reservation"],
    ["a path", "src/backend/models/reservation.py"],
    ["a path in a worktree", "/repo/.reeve/worktrees/r1/3/src/backend/models/reservation.py"],
    ["Windows' notation", "src\\backend\\models\\reservation.py"],
    ["Rust's", "crate::models::reservation"],
    ["its package as a whole", "src.backend.models"],
  ])("%s: %s", (_name, subject) => {
    expect(maker(subject, tasks)).toBe("4");
  });

  it.each(["./reservation.js", "../models/reservation", "@/models/reservation", "src/backend/models/reservation.js"])(
    "JavaScript's %s",
    (subject) => {
      expect(maker(subject, [task("4", ["src/backend/models/reservation.js"]), task("5", ["src/x.js"])])).toBe("4");
    },
  );

  it("a folder or a pattern that it falls under", () => {
    expect(maker("src.backend.models.reservation", [task("4", ["src/backend/models/"])])).toBe("4");
    expect(maker("src.backend.models.reservation", [task("4", ["src/backend/models/*.py"])])).toBe("4");
  });

  it("where a package is missing, the one whose module the failing line imports, not just any in it", () => {
    const rooms = task("6", ["src/backend/models/room.py"]);
    const text = "    from src.backend.models.reservation import Reservation\nModuleNotFoundError: No module named";
    expect(maker("src.backend.models", [rooms, four], text)).toBe("4");
    expect(maker("src.backend.models", [rooms, four])).toBe("6");
  });

  it("nobody where it could be two, and nobody for another name", () => {
    expect(maker("models.reservation", [four, task("7", ["src/frontend/models/reservation.py"])])).toBeNull();
    expect(maker("src.backend.models.guest", tasks)).toBeNull();
    expect(maker("requests", tasks)).toBeNull();
  });

  it("does not lack a package of which it makes a part itself", () => {
    expect(maker("src.backend", [task("3", ["src/backend/api/bookings.py"]), four])).toBe("4");
  });
});

describe("who makes it, by what tasks that declare nothing are told", () => {
  const missing = "src.backend.models.reservation";

  it.each([
    "Create Reservation model",
    "Write src/backend/models/reservation.py with the class Reservation.",
    "Reservation model",
    "Add the module models.reservation. Use the guests from src/guests.py.",
  ])("%s", (text) => {
    const others = [task("5", [], "Write the invoice API using the Reservation model."), task("6", [], "Write rooms.")];
    expect(maker(missing, [...others, task("4", [], text)])).toBe("4");
  });

  it("nobody where it is only used, where two would make it, or where the name says nothing", () => {
    expect(maker(missing, [task("5", [], "List bookings with the help of the Reservation model.")])).toBeNull();
    const twice = [task("4", [], "Create Reservation model"), task("6", [], "Create the Reservation model class")];
    expect(maker(missing, twice)).toBeNull();
    expect(maker("app.models", [task("4", [], "Create the models")])).toBeNull();
  });

  it("not one that has declared what it makes, and not one that is done or fails by the same", () => {
    expect(maker(missing, [task("4", ["src/x.py"], "Create Reservation model")])).toBeNull();
    expect(maker(missing, [{ ...task("4", [], "Create Reservation model"), isOpen: false }])).toBeNull();
  });
});

describe("other things that are missing", () => {
  it("a table is made by the migration that is called after it", () => {
    const tasks = [task("4", ["db/0003_create_reservations.sql"]), task("5", ["db/0004_create_guests.sql"])];
    expect(madeByFileName("reservations", tasks)).toBe("4");
    expect(madeByFileName("invoices", tasks)).toBeNull();
  });

  it("what a failed test or a crash prints names it too", () => {
    const tasks = [task("4", ["src/backend/models/reservation.py"])];
    const text = "E   ModuleNotFoundError: No module named 'src.backend.models.reservation'";
    expect(maker("test_booking", tasks, text, "test_failure")).toBe("4");
    expect(maker("test_booking", tasks, "AssertionError: 1 != 2", "test_failure")).toBeNull();
    expect(maker("reservation", tasks, text, "rate_limit")).toBeNull();
  });

  it("reads a hostile text in no time", () => {
    const text = `${"from a.".repeat(20_000)}\n${"No module named ".repeat(20_000)}`;
    expect(missingNames({ class: "unknown", text }).names.length).toBeLessThan(20);
  });
});
