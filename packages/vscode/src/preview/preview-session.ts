/** The extension's side of a preview: what its page shows, and what it asks for. Without the editor's API. */
import type { FromPreview, PreviewState, ToPreview } from "@usdkit/view/preview-messages";

/** A file that the page asks for. */
type FileRequest = Extract<FromPreview, { readonly kind: "asset" | "layer" }>;

/** A file of a stage; without bytes if it has the known version, or does not exist, which has the version "". */
export interface StageFile {
  readonly bytes: Uint8Array | null;
  readonly version: string;
}

/** What a session needs of the editor. */
export interface SessionHost {
  post(message: ToPreview): void;
  /** @throws {Error} whose message is for the user, if there is no such asset. */
  readAsset(meshId: string): Promise<Uint8Array>;
  /**
   * @param location absolute path with `/`
   * @param version the known one
   * @throws {Error} whose message is for the user, if the file cannot be read.
   */
  readLayer(location: string, version: string): Promise<StageFile>;
  /** The user clicked on a prim, or on the background. */
  onPick(path: string | null): void;
  /** The user wants to see a line of a layer, counted from 1. */
  onPlace(location: string, line: number): void;
}

/**
 * Keeps a page up to date, also one that is loaded again. The page has one text at a time: the next is sent when the page has
 * read the last one, so that edits of a large text do not pile up.
 */
export class PreviewSession {
  readonly #host: SessionHost;
  #state: PreviewState | undefined;
  #readText: () => string = () => "";
  #selected: string | null = null;
  #problem: string | null = null;
  /** The prim to frame when the page has read the text. */
  #framed: { readonly path: string | null } | undefined;
  /** Counts loaded pages; 0: there is none. */
  #page = 0;
  #isChanged = false;
  #isLoading = false;
  /** Files are read one after another: they may be large. */
  #reading: Promise<void> = Promise.resolve();

  constructor(host: SessionHost) {
    this.#host = host;
  }

  /** Shows another document. */
  show(state: PreviewState, readText: () => string): void {
    this.#state = state;
    this.#readText = readText;
    this.#selected = null;
    this.#problem = null;
    this.#framed = undefined;
    if (this.#page > 0) this.#sendAll();
  }

  /** Changes the saved state of the shown document. */
  setState(state: PreviewState): void {
    this.#state = state;
    this.#post({ kind: "open", state });
  }

  /** The text has changed. */
  change(): void {
    this.#isChanged = true;
    this.#sendText();
  }

  select(path: string | null): void {
    if (path === this.#selected) return;
    this.#selected = path;
    this.#post({ kind: "select", path });
  }

  frame(path: string | null): void {
    this.#selected = path;
    this.#framed = { path };
    if (this.#page > 0 && !this.#isLoading) this.#sendFrame();
  }

  /** Files of assets have changed. */
  forgetAssets(): void {
    this.#post({ kind: "forget-assets" });
  }

  /** Files of the stage have changed. */
  filesChanged(): void {
    this.#post({ kind: "files-changed" });
  }

  /** Shows a message about the document; null hides it. */
  report(problem: string | null): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#post({ kind: "problem", problem });
  }

  /** Handles a message of the page. */
  receive(message: FromPreview): void {
    switch (message.kind) {
      case "ready":
        this.#page++;
        this.#sendAll();
        break;
      case "loaded":
        this.#isLoading = false;
        this.#sendFrame();
        this.#sendText();
        break;
      case "pick":
        this.#selected = message.path;
        this.#host.onPick(message.path);
        break;
      case "place":
        this.#host.onPlace(message.location, message.line);
        break;
      case "asset":
      case "layer":
        this.#answer(message);
        break;
    }
  }

  #sendAll(): void {
    if (this.#state === undefined) return;
    this.#post({ kind: "open", state: this.#state });
    this.#post({ kind: "problem", problem: this.#problem });
    this.#isLoading = false;
    this.change();
    this.#post({ kind: "select", path: this.#selected });
  }

  #sendText(): void {
    if (this.#page === 0 || this.#state === undefined || !this.#isChanged || this.#isLoading) return;
    this.#isChanged = false;
    this.#isLoading = true;
    this.#post({ kind: "text", text: this.#readText() });
  }

  #sendFrame(): void {
    if (this.#framed !== undefined) this.#post({ kind: "frame", path: this.#framed.path });
    this.#framed = undefined;
  }

  #answer(request: FileRequest): void {
    const page = this.#page;
    this.#reading = this.#reading.then(async () => {
      // A page that was loaded again has other requests with the same numbers.
      if (page !== this.#page) return;
      const message = await this.#read(request);
      if (page === this.#page) this.#post(message);
    });
  }

  async #read(request: FileRequest): Promise<ToPreview> {
    const { kind, id } = request;
    try {
      // Copies of exactly these bytes: a buffer may be a part of a larger one.
      if (request.kind === "asset") {
        return { kind: "asset", id, bytes: new Uint8Array(await this.#host.readAsset(request.meshId)) };
      }
      const { bytes, version } = await this.#host.readLayer(request.location, request.version);
      return { kind: "layer", id, bytes: bytes && new Uint8Array(bytes), version };
    } catch (error) {
      return { kind, id, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  #post(message: ToPreview): void {
    if (this.#page > 0) this.#host.post(message);
  }
}
