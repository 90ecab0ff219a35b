/** Writes the rows of files. */
import type { FileFacts, FactBounds, LayerFacts, StageFacts } from "../facts/file-facts.ts";
import { kindOfName } from "../facts/file-kinds.ts";
import type { DatabaseSync, StatementSync } from "../database/sqlite.ts";
import { TABLES_OF_FILES } from "../database/tables.ts";
import type { WalkedFile } from "./walk-library.ts";

/** State of a dependency whose target is not looked up yet. */
export const UNRESOLVED = "new";

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** The rows of files in a database. */
export class FileRows {
  readonly #hash: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #touch: StatementSync;
  readonly #remove: StatementSync;
  readonly #clear: readonly StatementSync[];
  readonly #clearThumbnail: StatementSync;
  readonly #link: StatementSync;
  readonly #prim: StatementSync;
  readonly #type: StatementSync;
  readonly #material: StatementSync;
  readonly #finding: StatementSync;
  readonly #bounds: StatementSync;

  constructor(database: DatabaseSync) {
    const prepare = (sql: string): StatementSync => database.prepare(sql);
    const columns =
      "size, modified, hash, kind, encoding, default_prim, up_axis, meters_per_unit, prim_count, problem, settled";
    this.#hash = prepare("SELECT hash FROM files WHERE id = ?");
    this.#insert = prepare(`INSERT INTO files (${columns}, path, raw) VALUES (${"?, ".repeat(12)}?)`);
    this.#update = prepare(`UPDATE files SET (${columns}) = (${"?, ".repeat(10)}?) WHERE id = ?`);
    this.#touch = prepare("UPDATE files SET size = ?, modified = ?, settled = ? WHERE id = ?");
    this.#remove = prepare("DELETE FROM files WHERE id = ?");
    this.#clear = TABLES_OF_FILES.map((table) => prepare(`DELETE FROM ${table} WHERE file = ?`));
    this.#clearThumbnail = prepare("DELETE FROM thumbnails WHERE file = ?");
    this.#link = prepare(
      `INSERT INTO dependencies (file, arc, authored, asset, is_pattern, state) VALUES (?, ?, ?, ?, ?, '${UNRESOLVED}')`,
    );
    this.#prim = prepare("INSERT INTO prims (file, path, type, kind, specifier) VALUES (?, ?, ?, ?, ?)");
    this.#type = prepare("INSERT INTO types (file, type, prims) VALUES (?, ?, ?)");
    this.#material = prepare("INSERT INTO materials (file, path, name) VALUES (?, ?, ?)");
    this.#finding = prepare(
      "INSERT INTO findings (file, rule, severity, message, prim, line, col) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#bounds = prepare("INSERT OR REPLACE INTO bounds VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  }

  /** Returns the hash of the bytes that a file had. Few files are asked for it. */
  hashOf(id: number): string {
    return String(this.#hash.get(id)?.["hash"]);
  }

  /** Replaces size and time of a file with the same bytes. */
  touch(id: number, { size, modified }: FileFacts, isSettled: boolean): void {
    this.#touch.run(size, modified, isSettled ? 1 : 0, id);
  }

  /**
   * Writes the rows of a file that is new (`id` is undefined), or has changed.
   *
   * @returns the id
   */
  write(
    id: number | undefined,
    { path, raw }: Pick<WalkedFile, "path" | "raw">,
    facts: FileFacts,
    isSettled: boolean,
  ): number {
    const { size, modified, hash, layer } = facts;
    const values = [
      size,
      modified,
      hash,
      kindOfName(path),
      layer?.encoding ?? null,
      layer?.defaultPrim ?? null,
      layer?.upAxis ?? null,
      layer?.metersPerUnit ?? null,
      layer?.primCount ?? null,
      layer?.problem ?? null,
      isSettled ? 1 : 0,
    ];
    if (id === undefined) {
      const made = Number(this.#insert.run(...values, path, raw ?? NO_BYTES).lastInsertRowid);
      this.#writeContents(made, facts);
      return made;
    }
    this.#update.run(...values, id);
    this.clear(id);
    this.#writeContents(id, facts);
    return id;
  }

  /** Removes what a file holds. */
  clear(id: number): void {
    for (const each of this.#clear) each.run(id);
    this.#clearThumbnail.run(id);
  }

  /** Removes a file, and what it holds. */
  remove(id: number): void {
    this.clear(id);
    this.#remove.run(id);
  }

  writeStage(id: number, { state, bounds }: StageFacts): void {
    const none: readonly (number | null)[] = [null, null, null, null, null, null];
    this.#bounds.run(id, state, ...((bounds satisfies FactBounds | null) ?? none));
  }

  #writeContents(id: number, { layer, findings, stage }: FileFacts): void {
    if (layer !== null) this.#writeLayer(id, layer);
    for (const { rule, severity, message, prim, line, column } of findings ?? []) {
      this.#finding.run(id, rule, severity, message, prim, line, column);
    }
    if (stage !== null) this.writeStage(id, stage);
  }

  #writeLayer(id: number, { prims, types, links }: LayerFacts): void {
    for (const { path, type, kind, specifier } of prims) {
      this.#prim.run(id, path, type, kind, specifier);
      if (type === "Material")
        this.#material.run(id, path, path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("}")) + 1));
    }
    for (const [type, count] of types) this.#type.run(id, type, count);
    for (const { arc, authored, path, isPattern } of links) this.#link.run(id, arc, authored, path, isPattern ? 1 : 0);
  }
}
