/** The result of a walk over every value: peers with the same result are comparable. */
export interface Touched {
  specs: number;
  samples: number;
  /** Elements of all arrays; a tuple is one element. */
  elements: number;
}

/** An opened layer. What a peer cannot do is absent. */
export interface Opened {
  /** Why the input was refused, if it was. */
  readonly error?: string | undefined;
  /** Objects kept alive until the layer is no longer used. */
  readonly layer?: unknown;
  /** Reads every value once. */
  touch?(): Touched | undefined;
  /** Prints the layer; returns the bytes (or, for strings, UTF-16 units) of the text. */
  print?(): number;
  /** Writes the layer as a crate to a file; returns its size in bytes. Calls `written` after each part, if it writes in parts. */
  write?(written?: () => void): number;
  /** Frees what garbage collection does not. */
  close?(): void;
}

/** An input in memory in the form that the peer takes, made outside of the measured time. */
export interface Loaded {
  open(): Opened;
}

export interface Peer {
  /** Name and version. */
  readonly label: string;
  load(file: string): Loaded;
}
