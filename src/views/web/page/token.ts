/**
 * The token of the server: it comes in the address behind #, is kept for this tab and taken out of sight. A tab that has
 * none, or whose server was started again, takes it from another tab of this browser that shows the same server.
 */
const KEY = "reeve-token";

export function givenToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export interface TokenEnds {
  /** The server has refused it. */
  readonly isRefused: () => boolean;
  /** There is another one now. */
  readonly onToken: () => void;
}

type Said = { readonly type: "ask" } | { readonly type: "have"; readonly token: string };

/** Only pages of this very address hear each other. */
export function shareToken({ isRefused, onToken }: TokenEnds): void {
  const channel = new BroadcastChannel(KEY);
  const say = (said: Said) => channel.postMessage(said);
  const tell = () => {
    const token = givenToken();
    if (token !== null && !isRefused()) say({ type: "have", token });
  };
  const take = (token: string) => {
    sessionStorage.setItem(KEY, token);
    onToken();
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Said>) => {
    if (data.type === "ask") tell();
    else if ((givenToken() === null || isRefused()) && data.token !== givenToken()) take(data.token);
  });
  addEventListener("hashchange", () => {
    if (fromAddress()) {
      onToken();
      tell();
    }
  });
  if (fromAddress()) tell();
  else if (givenToken() === null) say({ type: "ask" });
}

function fromAddress(): boolean {
  const given = /^#\/open\/([\w-]+)$/.exec(location.hash)?.[1];
  if (given === undefined) return false;
  sessionStorage.setItem(KEY, given);
  history.replaceState(null, "", "#/");
  return true;
}
