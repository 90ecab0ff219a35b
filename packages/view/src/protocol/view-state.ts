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
  /** Absolute path with `/`; of a layer in a package `/a/b.usdz[c.usdc]`. */
  readonly location: string;
}

/** How stages are composed, apart from what the user chooses on the page. */
export interface Composition {
  /** Absolute paths with `/`. */
  readonly session?: string | undefined;
  readonly searchPaths: readonly string[];
  /** By prim path and variant set. */
  readonly variants: Readonly<Record<string, Readonly<Record<string, string>>>>;
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
  readonly composition: Composition;
}

/** The state before there are files. */
export const noState: ViewState = {
  files: [],
  assets: "",
  stages: "",
  canSave: false,
  composition: { searchPaths: [], variants: {} },
};

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

/** A request for a file of a stage. */
export interface LayerRequest {
  /** Absolute path with `/`. */
  readonly location: string;
  /** Of the content that is known; "" for none. */
  readonly version: string;
}
