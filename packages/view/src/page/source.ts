/** The source of the page's files: the server of `usda view`, or the page itself. */
import type { Refusal, ViewState } from "../protocol/view-state.ts";

/** The files of a page. */
export interface Source {
  /** Base URL of assets; undefined if there is no server. */
  readonly assets: string | undefined;
  /** Calls `onState` now and when files change, `onConnection` when the connection to the server is lost or restored. */
  listen(onState: (state: ViewState) => void, onConnection: (isConnected: boolean) => void): void;
  /**
   * Returns the content of a file.
   *
   * @param version The known one. A content that was read earlier is returned again only if it has it.
   * @throws {Error} whose message is for the user.
   */
  read(index: number, version?: string): Promise<FileContent>;
}

/** The content of a file. */
export interface FileContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly version: string;
}

/** The server that served this page. Its state and the first file are requested immediately. */
export function serverSource(base: URL = new URL(".", location.href)): Source {
  const events = new EventSource(new URL("events", base));
  let last: ViewState | undefined;
  let isConnected = false;
  const listeners: Parameters<Source["listen"]>[] = [];
  const connection = (isOpen: boolean): void => {
    isConnected = isOpen;
    for (const [, onConnection] of listeners) onConnection(isOpen);
  };
  events.addEventListener("open", () => connection(true));
  events.addEventListener("error", () => connection(false));
  events.addEventListener("message", ({ data }) => {
    last = JSON.parse(String(data)) as ViewState;
    for (const [onState] of listeners) onState(last);
  });
  const read = async (index: number): Promise<FileContent> => {
    const response = await fetch(new URL(`files/${index}`, base));
    if (!response.ok) throw new Error(((await response.json()) as Refusal).message);
    const version = (response.headers.get("ETag") ?? "").replaceAll('"', "");
    return { bytes: new Uint8Array(await response.arrayBuffer()), version };
  };
  const first = read(0).catch(() => undefined);
  return {
    assets: new URL("assets/", base).href,
    listen(...listener) {
      listeners.push(listener);
      listener[1](isConnected);
      if (last !== undefined) listener[0](last);
    },
    async read(index, version) {
      const early = index === 0 ? await first : undefined;
      return early !== undefined && (version ?? early.version) === early.version ? early : await read(index);
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
    read: (index) => Promise.resolve({ bytes: contents[index], version: "1" }),
  };
}
