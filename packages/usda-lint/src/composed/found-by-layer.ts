/** What was found about layers, on disk: a library has any number of findings. */
import { OffsetTable } from "@usdkit/batch/spool/offset-table";
import { Spool } from "@usdkit/batch/spool/spool";

/** Findings by layer, as texts of one line each; a layer is taken once. */
export class FoundByLayer {
  readonly #spool = new Spool();
  readonly #places = new OffsetTable();
  readonly #taken = new OffsetTable();

  /**
   * Adds all that was found about a layer.
   *
   * @throws {IoError} if there is no room for it
   */
  add(layer: string, findings: readonly string[]): void {
    this.#places.set(hash(layer), this.#spool.add([lineOf(layer), ...findings].join("\n")));
  }

  /** Returns what was found about a layer; undefined if there is nothing, or it was taken. */
  get(layer: string): readonly string[] | undefined {
    const key = hash(layer);
    const place = this.#places.get(key);
    if (place === undefined || this.#taken.get(key) !== undefined) return undefined;
    const [line, ...findings] = this.#spool.read(place).split("\n");
    return line === lineOf(layer) ? findings : undefined;
  }

  /** Whether anything was found about a layer that was not taken. */
  has(layer: string): boolean {
    return this.get(layer) !== undefined;
  }

  /** Leaves out a layer from now on. */
  take(layer: string): void {
    this.#taken.set(hash(layer), 0);
  }

  /** Yields the layers that were not taken. */
  *left(): Generator<string, void, void> {
    for (const record of this.#spool.records()) {
      const layer = JSON.parse(record.slice(0, record.indexOf("\n"))) as string;
      if (this.#taken.get(hash(layer)) === undefined) yield layer;
    }
  }

  close(): void {
    this.#spool.close();
  }
}

function lineOf(layer: string): string {
  return JSON.stringify(layer.toWellFormed());
}

function hash(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text);
}
