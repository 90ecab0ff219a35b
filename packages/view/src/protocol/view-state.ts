/** What the server sends to its page. */

/** A file that the page shows. */
export interface FileState {
  /** As the user named it. */
  readonly name: string;
  /** Changes with the content; empty if the file cannot be read. */
  readonly version: string;
  readonly bytes: number;
  /** Why it cannot be read; null if it can. */
  readonly problem: string | null;
}

/** One event of the stream: everything that there is to know, so that a lost event does no harm. */
export interface ViewState {
  readonly files: readonly FileState[];
  /** Changes when a file of the assets folder does. */
  readonly assets: string;
}

/** An asset or a file that the server does not give. */
export interface Refusal {
  readonly message: string;
}
