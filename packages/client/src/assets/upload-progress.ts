/** How far an upload is. */
export interface UploadProgress {
  readonly name: string;
  /**
   * `reading` the file for its md5, `sending` it, or `waiting` for its public URL.
   */
  readonly phase: "reading" | "sending" | "waiting";
  /**
   * Of this phase, in bytes. While a file is sent it counts what went out, and goes back when that has to go out again; parts that
   * the host had already count at once.
   */
  readonly bytes: number;
  /** The file's size, in bytes. */
  readonly total: number;
}

/** Counts what is on its way in addition to what has arrived. */
export class SendProgress {
  readonly #report: (bytes: number) => void;
  readonly #underWay = new Map<number, number>();
  #arrived = 0;

  constructor(report: (bytes: number) => void) {
    this.#report = report;
  }

  /** The host has that many bytes; nothing is on its way. */
  restart(arrived: number): void {
    this.#underWay.clear();
    this.#arrived = arrived;
    this.#tell();
  }

  /** So many bytes of a part went out, in its latest attempt. */
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
