/** In a past moment: what is read from files is not of then. */
import { isLive } from "../store.ts";

export function NotOfThen() {
  return isLive.value ? null : (
    <p class="faint note">This is read from files: it is shown as it is now, not as it was then.</p>
  );
}
