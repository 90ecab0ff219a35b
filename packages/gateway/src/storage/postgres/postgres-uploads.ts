/** Upload tokens and uploads. Statements are idempotent, since they are retried after a lost connection. */
import { uploadStatuses } from "@usdkit/contract";
import type { FileRecord } from "../file-records.ts";
import type { UploadRecord, UploadStorage, UploadToken } from "../upload-storage.ts";
import type { Database } from "./database.ts";
import type { PostgresFiles } from "./postgres-files.ts";
import { fromColumn, SCHEMA, toColumn } from "./tables.ts";

interface UploadRow extends Omit<UploadRecord, "user" | "fileId"> {
  readonly owner: string;
  readonly file_id: string | null;
}

export class PostgresUploads implements UploadStorage {
  private readonly database: Database;
  private readonly files: PostgresFiles;

  constructor(database: Database, files: PostgresFiles) {
    this.database = database;
    this.files = files;
  }

  async addToken(
    hash: Uint8Array,
    { user, expires }: { readonly user: string; readonly expires: number },
  ): Promise<void> {
    await this.database.query(texts.addToken, [Buffer.from(hash), toColumn(user), expires]);
  }

  async getToken(hash: Uint8Array): Promise<UploadToken | undefined> {
    type Row = { owner: string; expires: number; latest_upload: string | null };
    const [row] = await this.database.query<Row>(texts.getToken, [Buffer.from(hash)]);
    if (row === undefined) return undefined;
    return { user: fromColumn(row.owner), expires: row.expires, latestUpload: row.latest_upload };
  }

  async sweepTokens(time: number): Promise<void> {
    await this.database.query(texts.sweepTokens, [time]);
  }

  async begin(hash: Uint8Array, upload: UploadRecord): Promise<void> {
    const { id, user, parts, md5, size, blocks, name, status, message, fileId, time } = upload;
    const shown = message === null ? null : toColumn(message);
    const values = [id, toColumn(user), parts, md5, size, blocks, toColumn(name), status, shown, fileId, time];
    await this.database.transaction(async (runs) => {
      await runs.query(texts.addUpload, values);
      await runs.query(texts.latest, [id, Buffer.from(hash)]);
    });
  }

  async takeUp(hash: Uint8Array, id: string): Promise<void> {
    await this.database.query(texts.latest, [id, Buffer.from(hash)]);
  }

  async get(id: string): Promise<UploadRecord | undefined> {
    return uploadOf((await this.database.query<UploadRow>(texts.getUpload, [toColumn(id)]))[0]);
  }

  async find(
    user: string,
    { md5, size, blocks }: Pick<UploadRecord, "md5" | "size" | "blocks">,
  ): Promise<UploadRecord | undefined> {
    const values = [toColumn(user), md5, size, blocks];
    return uploadOf((await this.database.query<UploadRow>(texts.findUpload, values))[0]);
  }

  async addPart(uploadId: string, part: number, size: number): Promise<void> {
    await this.database.query(texts.addPart, [uploadId, part, size]);
  }

  async listParts(uploadId: string): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.query<{ part: number; size: number }>(texts.listParts, [uploadId]);
    return new Map(rows.map(({ part, size }) => [part, size]));
  }

  move(id: string, from: readonly number[], status: number): Promise<boolean> {
    return this.database.transaction(async (runs, isAgain) => {
      if ((await runs.query(texts.move, [status, id, from])).length === 1) return true;
      // Moved by the run whose response was lost, or by another process; repeating it is harmless.
      return isAgain && (await runs.query(texts.isMoved, [id, status])).length === 1;
    });
  }

  async finish(id: string, file: FileRecord): Promise<void> {
    await this.database.transaction(async (runs) => {
      await this.files.addWith(runs, file);
      await runs.query(texts.finish, [uploadStatuses.success, file.id, file.md5, file.size, id]);
      await runs.query(texts.dropParts, [id]);
    });
  }

  async fail(id: string, message: string): Promise<void> {
    await this.database.transaction(async (runs) => {
      const failed = await runs.query(texts.fail, [uploadStatuses.failed, toColumn(message), id]);
      if (failed.length > 0) await runs.query(texts.dropParts, [id]);
    });
  }
}

function uploadOf(row: UploadRow | undefined): UploadRecord | undefined {
  if (row === undefined) return undefined;
  const { owner, file_id: fileId, name, message, ...rest } = row;
  const shown = message === null ? null : fromColumn(message);
  return { ...rest, user: fromColumn(owner), name: fromColumn(name), message: shown, fileId };
}

const { waiting, receiving, assembling, success } = uploadStatuses;

const texts = {
  addToken: `INSERT INTO ${SCHEMA}.tokens VALUES ($1, $2, $3, NULL) ON CONFLICT (hash) DO NOTHING`,
  getToken: `SELECT * FROM ${SCHEMA}.tokens WHERE hash = $1`,
  sweepTokens: `DELETE FROM ${SCHEMA}.tokens WHERE expires <= $1`,
  latest: `UPDATE ${SCHEMA}.tokens SET latest_upload = $1 WHERE hash = $2`,
  addUpload: `INSERT INTO ${SCHEMA}.uploads VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`,
  getUpload: `SELECT * FROM ${SCHEMA}.uploads WHERE id = $1`,
  findUpload: `SELECT * FROM ${SCHEMA}.uploads WHERE owner = $1 AND md5 = $2 AND size = $3 AND blocks = $4 AND parts
    AND status IN (${waiting}, ${receiving}, ${assembling}) ORDER BY time DESC LIMIT 1`,
  addPart: `INSERT INTO ${SCHEMA}.parts VALUES ($1, $2, $3) ON CONFLICT (upload, part) DO UPDATE SET size = excluded.size`,
  listParts: `SELECT part, size FROM ${SCHEMA}.parts WHERE upload = $1`,
  dropParts: `DELETE FROM ${SCHEMA}.parts WHERE upload = $1`,
  move: `UPDATE ${SCHEMA}.uploads SET status = $1 WHERE id = $2 AND status = ANY ($3::integer[]) RETURNING id`,
  isMoved: `SELECT 1 FROM ${SCHEMA}.uploads WHERE id = $1 AND status = $2`,
  finish: `UPDATE ${SCHEMA}.uploads SET status = $1, file_id = $2, md5 = $3, size = $4 WHERE id = $5`,
  // Does not change an upload that another process finished in the meantime.
  fail: `UPDATE ${SCHEMA}.uploads SET status = $1, message = $2 WHERE id = $3 AND status <> ${success} RETURNING id`,
} as const;
