/** Measured alone in its own process: a screen on which one number changes ten times a second, painted as rows of text. */
import { Painter } from "../../src/views/terminal/paint/painter.ts";
import { compose } from "../../src/views/terminal/ui/compose.ts";
import { FIRST_UI } from "../../src/views/terminal/ui/ui.ts";
import { busyScene } from "../../test/screens/scene.ts";
import { whileChanging } from "./while-changing.ts";

const [columns = "80", rows = "24"] = process.argv.slice(2);
const size = { columns: Number(columns), rows: Number(rows) };
const scene = busyScene();
const painter = new Painter(() => {}, { colours: 256, signs: true });
const around = { project: "shop", named: null, isOwn: false };

await whileChanging((n) => {
  const usage = { ...scene.view.usage, usdKnown: n, usd: n };
  painter.paint(compose(FIRST_UI, { ...scene, view: { ...scene.view, usage } }, around, size), size);
});
