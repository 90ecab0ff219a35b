/** The source of the page's files: the server of `usda view`, or the page itself. */
import type { Refusal, ViewState } from "../protocol/view-state.ts";

/** The files of a page. */
export interface Source {
  /** Base URL of assets; undefined if there is no server. */
  readonly assets: string | undefined;
  /** Calls `onState` now and when files change, `onConnection` when the connection to the server is lost or restored. */
  listen(onState: (state: ViewState) => void, onConnection: (isConnected: boolean) => void): void;
  /**
   * Returns the bytes of a file.
   *
   * @throws {Error} whose message is for the user.
   */
  read(index: number): Promise<Uint8Array>;
}

/** The server that served this page. */
export function serverSource(base: URL = new URL(".", location.href)): Source {
  return {
    assets: new URL("assets/", base).href,
    listen(onState, onConnection) {
      const events = new EventSource(new URL("events", base));
      events.addEventListener("open", () => onConnection(true));
      events.addEventListener("error", () => onConnection(false));
      events.addEventListener("message", ({ data }) => onState(JSON.parse(String(data)) as ViewState));
    },
    async read(index) {
      const response = await fetch(new URL(`files/${index}`, base));
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      throw new Error(((await response.json()) as Refusal).message);
    },
  };
}

/** Files contained in the page; assets are below a URL of the same site. */
export function fixedSource(
  files: readonly { readonly name: string; readonly text: string }[],
  assets: string | undefined,
): Source {
  const contents = files.map(({ text }) => new TextEncoder().encode(text));
  return {
    assets,
    listen(onState, onConnection) {
      onConnection(true);
      onState({
        assets: "",
        files: files.map(({ name }, i) => ({ name, version: "1", bytes: contents[i].length, problem: null })),
      });
    },
    read: (index) => Promise.resolve(contents[index]),
  };
}
