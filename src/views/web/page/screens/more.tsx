/** More: on a phone, all there is to go to. */
import { Frame, Places } from "../parts/frame.tsx";

export function MoreScreen() {
  return (
    <Frame wide={false}>
      <div class="places">
        <h1>More</h1>
        <Places />
      </div>
    </Frame>
  );
}
