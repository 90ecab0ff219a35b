/** Progress of an upload. */
export interface UploadProgress {
  readonly name: string;
  /**
   * `reading` the file for its md5, `sending` it, or `waiting` for its public URL.
   */
  readonly phase: "reading" | "sending" | "waiting";
  /**
   * Bytes of this phase. While a file is sent, this counts sent bytes and goes down if bytes must be sent again;
   * parts that the host already had are counted immediately.
   */
  readonly bytes: number;
  /** The file's size, in bytes. */
  readonly total: number;
}

/** Counts bytes in flight in addition to those that have arrived. */
export class SendProgress {
  readonly #report: (bytes: number) => void;
  readonly #underWay = new Map<number, number>();
  #arrived = 0;

  constructor(report: (bytes: number) => void) {
    this.#report = report;
  }

  /** The host has that many bytes; no part is in flight. */
  restart(arrived: number): void {
    this.#underWay.clear();
    this.#arrived = arrived;
    this.#tell();
  }

  /** Sets how many bytes of a part were sent in its latest attempt. */
  given(part: number, bytes: number): void {
    this.#underWay.set(part, bytes);
    this.#tell();
  }

  arrived(part: number, size: number): void {
    this.#underWay.delete(part);
    this.#arrived += size;
    this.#tell();
  }

  #tell(): void {
    let bytes = this.#arrived;
    for (const given of this.#underWay.values()) bytes += given;
    this.#report(bytes);
  }
}
