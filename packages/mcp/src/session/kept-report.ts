/** The last report of a command, for the pages after the first. */

/** Characters of the report that is kept; a larger one is made again for each page. */
const MAX_SIZE = 2 ** 25;

interface Kept<Report> {
  /** SHA-256 of the file when it was checked. */
  readonly revision: string;
  readonly report: Report;
  /** Characters of its JSON. */
  readonly size: number;
}

/** Keeps the last report. */
export class KeptReport<Report> {
  private key = "";
  private kept: Kept<Report> | undefined;

  /**
   * Returns the report of a call, if it is the last one.
   *
   * @param key the file and the flags
   */
  get(key: string, revision: string): Report | undefined {
    return this.key === key && this.kept?.revision === revision ? this.kept.report : undefined;
  }

  set(key: string, kept: Kept<Report>): void {
    this.key = key;
    this.kept = kept.size > MAX_SIZE ? undefined : kept;
  }
}
