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
}

/** An event of the stream: the complete state, so that a lost event does no harm. */
export interface ViewState {
  readonly files: readonly FileState[];
  /** Changes when a file of the assets folder changes. */
  readonly assets: string;
}

/** An asset or a file that the server does not provide. */
export interface Refusal {
  readonly message: string;
}
