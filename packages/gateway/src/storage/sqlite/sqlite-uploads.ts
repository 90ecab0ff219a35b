/** Upload tokens and uploads. */
import type { DatabaseSync } from "node:sqlite";
import { uploadStatuses } from "@usdkit/contract";
import type { FileRecord } from "../file-records.ts";
import type { UploadRecord, UploadStorage, UploadToken } from "../upload-storage.ts";
import type { GroupCommit } from "./group-commit.ts";
import { prepareAll, type Statements } from "./prepare-all.ts";
import type { SqliteFiles } from "./sqlite-files.ts";

interface UploadRow extends Omit<UploadRecord, "parts" | "fileId"> {
  readonly parts: number;
  readonly file_id: string | null;
}

export class SqliteUploads implements UploadStorage {
  private readonly commit: GroupCommit;
  private readonly files: SqliteFiles;
  private readonly statements: Statements<keyof typeof texts>;

  constructor(database: DatabaseSync, commit: GroupCommit, files: SqliteFiles) {
    this.commit = commit;
    this.files = files;
    this.statements = prepareAll(database, texts);
  }

  addToken(hash: Uint8Array, { user, expires }: { readonly user: string; readonly expires: number }): Promise<void> {
    return this.commit.write(() => void this.statements.addToken.run(hash, user, expires));
  }

  async getToken(hash: Uint8Array): Promise<UploadToken | undefined> {
    const row = this.statements.getToken.get(hash) as
      | { user: string; expires: number; latest_upload: string | null }
      | undefined;
    return row === undefined ? undefined : { user: row.user, expires: row.expires, latestUpload: row.latest_upload };
  }

  sweepTokens(time: number): Promise<void> {
    return this.commit.write(() => void this.statements.sweepTokens.run(time));
  }

  begin(hash: Uint8Array, upload: UploadRecord): Promise<void> {
    const { id, user, parts, md5, size, blocks, name, status, message, fileId, time } = upload;
    return this.commit.write(() => {
      const values = [id, user, parts ? 1 : 0, md5, size, blocks, name, status, message, fileId, time] as const;
      this.statements.addUpload.run(...values);
      this.statements.latest.run(id, hash);
    });
  }

  takeUp(hash: Uint8Array, id: string): Promise<void> {
    return this.commit.write(() => void this.statements.latest.run(id, hash));
  }

  async get(id: string): Promise<UploadRecord | undefined> {
    return upload(this.statements.getUpload.get(id));
  }

  async find(
    user: string,
    { md5, size, blocks }: Pick<UploadRecord, "md5" | "size" | "blocks">,
  ): Promise<UploadRecord | undefined> {
    return upload(this.statements.findUpload.get(user, md5, size, blocks));
  }

  addPart(uploadId: string, part: number, size: number): Promise<void> {
    return this.commit.write(() => void this.statements.addPart.run(uploadId, part, size));
  }

  async listParts(uploadId: string): Promise<ReadonlyMap<number, number>> {
    const rows = this.statements.listParts.all(uploadId) as { part: number; size: number }[];
    return new Map(rows.map(({ part, size }) => [part, size]));
  }

  move(id: string, from: readonly number[], status: number): Promise<boolean> {
    return this.commit.write(() => this.statements.move.run(status, id, JSON.stringify(from)).changes === 1);
  }

  finish(id: string, file: FileRecord): Promise<void> {
    return this.commit.write(() => {
      this.files.addNow(file);
      this.statements.finish.run(uploadStatuses.success, file.id, file.md5, file.size, id);
      this.statements.dropParts.run(id);
    });
  }

  fail(id: string, message: string): Promise<void> {
    return this.commit.write(() => {
      this.statements.fail.run(uploadStatuses.failed, message, id);
      this.statements.dropParts.run(id);
    });
  }
}

function upload(row: unknown): UploadRecord | undefined {
  if (row === undefined) return undefined;
  const { parts, file_id: fileId, ...rest } = row as UploadRow;
  return { ...rest, parts: parts === 1, fileId };
}

const texts = {
  addToken: "INSERT INTO tokens VALUES (?, ?, ?, NULL)",
  getToken: "SELECT * FROM tokens WHERE hash = ?",
  sweepTokens: "DELETE FROM tokens WHERE expires <= ?",
  latest: "UPDATE tokens SET latest_upload = ? WHERE hash = ?",
  addUpload: "INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  getUpload: "SELECT * FROM uploads WHERE id = ?",
  findUpload: `SELECT * FROM uploads WHERE user = ? AND md5 = ? AND size = ? AND blocks = ? AND parts = 1
    AND status IN (${uploadStatuses.waiting}, ${uploadStatuses.receiving}, ${uploadStatuses.assembling})
    ORDER BY time DESC LIMIT 1`,
  addPart: "INSERT INTO parts VALUES (?, ?, ?) ON CONFLICT (upload, part) DO UPDATE SET size = excluded.size",
  listParts: "SELECT part, size FROM parts WHERE upload = ?",
  dropParts: "DELETE FROM parts WHERE upload = ?",
  move: "UPDATE uploads SET status = ? WHERE id = ? AND status IN (SELECT value FROM json_each(?))",
  finish: "UPDATE uploads SET status = ?, file_id = ?, md5 = ?, size = ? WHERE id = ?",
  fail: "UPDATE uploads SET status = ?, message = ? WHERE id = ?",
} as const;
