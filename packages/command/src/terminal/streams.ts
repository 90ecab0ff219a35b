/** Streams that a command writes to. */

/** What is known about the device behind a stream. */
export interface TerminalInfo {
  readonly isTerminal: boolean;
  /** Width for layout; a fixed one if the stream is not a terminal. */
  readonly columns: number;
}

export interface OutputStream extends TerminalInfo {
  /** Resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>;
}

export interface ErrorStream extends TerminalInfo {
  /** Never throws: a closed standard error must not fail the command. */
  write(chunk: string | Uint8Array): void;
}
