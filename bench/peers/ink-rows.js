/** The same rows, one number changing ten times a second, by ink: React components laid out by Yoga, as most such programs do it. */
import { Writable } from "node:stream";
import { Box, render, Text } from "ink";
import { createElement, useEffect, useState } from "react";
import { whileChanging } from "../screens/while-changing.ts";

const [columns = "80", rows = "24"] = process.argv.slice(2).map(Number);
const stdout = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), {
  columns,
  rows,
  isTTY: true,
});
let change = () => {};

function Screen() {
  const [n, setN] = useState(0);
  useEffect(() => {
    change = setN;
  }, []);
  const lines = Array.from({ length: rows - 1 }, (_, row) =>
    createElement(
      Box,
      { key: row },
      createElement(Text, { color: "blue" }, "● "),
      createElement(
        Text,
        { wrap: "truncate" },
        `task-${row}  claude  1h50  $0.67  runs npm test ${row === 3 ? n : ""}`.padEnd(columns - 4),
      ),
    ),
  );
  return createElement(Box, { flexDirection: "column" }, ...lines);
}

const app = render(createElement(Screen), { stdout, patchConsole: false });
await whileChanging((n) => change(n));
app.unmount();
process.exit(0);
