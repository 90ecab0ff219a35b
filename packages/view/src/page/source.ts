/** The source of the page's files: the server of `usda view`, or the page itself. */
import type { CodeView } from "../protocol/code-view.ts";
import { defaultSettings, type PageSettings } from "../protocol/page-settings.ts";
import type { StageReply } from "../protocol/stage-messages.ts";
import type { OpenedLink, Rejection, ViewState } from "../protocol/view-state.ts";
import type { StageHost } from "./stage/stage-host.ts";

/** The files of a page. */
export interface Source {
  /** Base URL of assets; undefined if there is no server. */
  readonly assets: string | undefined;
  /** URL that returns files of stages to the draw worker; undefined if there is no server. */
  readonly layers: string | undefined;
  /** Composes stages of the files; undefined if the page cannot. */
  readonly stages: StageHost | undefined;
  /** Calls `onState` now and when files change, `onConnection` when the connection to the server is lost or restored. */
  listen(onState: (state: ViewState) => void, onConnection: (isConnected: boolean) => void): void;
  /**
   * Returns the content of a file.
   *
   * @param version The known one. A content that was read earlier is returned again only if it has it.
   * @throws {Error} whose message is for the user.
   */
  read(index: number, version?: string): Promise<FileContent>;
  /** Returns the settings of the linter for a file, and their version. */
  readSettings(index: number): Promise<{ readonly settings: PageSettings; readonly version: string }>;
  /**
   * Saves a text to a file that still has a version; the empty version is that of a file that does not exist.
   *
   * @throws {Error} whose message is for the user.
   */
  save(index: number, bytes: Uint8Array<ArrayBuffer>, version: string): Promise<SaveResult>;
  /** Returns the findings of rules that are code, for a text of a file; never rejects. */
  checkCode(index: number, text: Uint8Array): Promise<CodeView>;
  /**
   * Opens what an asset path of a file names: adds a layer to the files, and returns its number when the state has it; or
   * returns the URL of an image.
   *
   * @throws {Error} whose message is for the user.
   */
  openLink(index: number, assetPath: string): Promise<LinkTarget>;
}

/** A shown file by its number, or the URL of an image. */
export type LinkTarget = { readonly index: number } | { readonly image: string };

/** The version of the saved file; or, if it changed and nothing was written, the reason and its version on disk. */
export type SaveResult =
  | { readonly saved: true; readonly version: string }
  | { readonly saved: false; readonly version: string; readonly message: string };

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
    if (!response.ok) throw new Error(((await response.json()) as Rejection).message);
    return { bytes: new Uint8Array(await response.arrayBuffer()), version: versionOf(response) };
  };
  let first: Promise<FileContent | undefined> | undefined = read(0).catch(() => undefined);
  return {
    assets: new URL("assets/", base).href,
    layers: new URL("layers", base).href,
    stages: {
      async ask(file, request) {
        const body = JSON.stringify(request);
        const response = await fetch(new URL(`stages/${file}`, base), { method: "POST", body });
        if (!response.ok) throw new Error(((await response.json()) as Rejection).message);
        return (await response.json()) as StageReply;
      },
    },
    listen(...listener) {
      listeners.push(listener);
      listener[1](isConnected);
      if (last !== undefined) listener[0](last);
    },
    async read(index, version) {
      const early = index === 0 ? await first : undefined;
      if (version !== undefined) first = undefined;
      return early !== undefined && (version ?? early.version) === early.version ? early : await read(index);
    },
    async readSettings(index) {
      try {
        const response = await fetch(new URL(`settings/${index}`, base));
        if (!response.ok) throw new Error(((await response.json()) as Rejection).message);
        return { settings: (await response.json()) as PageSettings, version: versionOf(response) };
      } catch (error) {
        // The text is checked nevertheless.
        const problem = `The configuration cannot be read: ${error instanceof Error ? error.message : String(error)}`;
        return { settings: { ...defaultSettings, problem }, version: "" };
      }
    },
    async save(index, bytes, version) {
      const headers = { "If-Match": `"${version}"` };
      const response = await fetch(new URL(`files/${index}`, base), { method: "PUT", headers, body: bytes });
      if (response.ok) return { saved: true, version: versionOf(response) };
      const { message, version: current = "" } = (await response.json()) as Rejection;
      if (response.status !== 412) throw new Error(message);
      return { saved: false, message, version: current };
    },
    async checkCode(index, text) {
      try {
        const body = new Uint8Array(text);
        const response = await fetch(new URL(`findings/${index}`, base), { method: "POST", body });
        if (!response.ok) throw new Error(((await response.json()) as Rejection).message);
        return (await response.json()) as CodeView;
      } catch (error) {
        const problem = `The rules that are code cannot run: ${error instanceof Error ? error.message : String(error)}`;
        return { ...noCode, problem };
      }
    },
    async openLink(index, assetPath) {
      const response = await fetch(new URL(`links/${index}`, base), { method: "POST", body: assetPath });
      if (!response.ok) throw new Error(((await response.json()) as Rejection).message);
      const opened = (await response.json()) as OpenedLink;
      // The state with the file may arrive after the response.
      // The file may have changed: browsers keep an image of the same URL.
      if (opened.kind === "image") return { image: new URL(`images/${opened.index}?${Date.now()}`, base).href };
      while (last === undefined || last.files.length <= opened.index) {
        await new Promise((resolve) => events.addEventListener("message", resolve, { once: true }));
      }
      return { index: opened.index };
    },
  };
}

/** The answer of a page without rules that are code. */
export const noCode: CodeView = {
  findings: [],
  counts: { error: 0, warning: 0, info: 0 },
  inBaseline: 0,
  problem: null,
};

function versionOf({ headers }: Response): string {
  return (headers.get("ETag") ?? "").replaceAll('"', "");
}
