/** Messages of the server to its page. */

/** A file shown by the page. */
export interface FileState {
  /** The user's name for the file. */
  readonly name: string;
  /** Changes with the content; empty if the file cannot be read. */
  readonly version: string;
  readonly bytes: number;
  /** The reason why it cannot be read; null if it can. */
  readonly problem: string | null;
  /** Changes with the settings of the linter; empty until the page has requested them. */
  readonly settings: string;
  /** Whether it is a layer in a package, which cannot be edited. */
  readonly isPacked: boolean;
}

/** An event of the stream: the complete state, so that a lost event does no harm. */
export interface ViewState {
  readonly files: readonly FileState[];
  /** Changes when a file of the assets folder changes. */
  readonly assets: string;
  /** Changes when a file of a composed stage changes. */
  readonly stages: string;
  /** Whether edits can be saved. */
  readonly canSave: boolean;
}

/** The response to a request that was rejected. */
export interface Rejection {
  readonly message: string;
  /** If a file was not saved because it changed: its version on disk, empty if it does not exist. */
  readonly version?: string | undefined;
}

/** The response to a request to open a link. */
export interface OpenedLink {
  readonly kind: "file" | "image";
  /** Number of the file among those of the state, or of the image. */
  readonly index: number;
}
