/** Records of files and meshes. */
import type { FileRecord, FileRecords, MeshRecord } from "../file-records.ts";
import type { Database, Runs } from "./database.ts";
import { fromColumn, SCHEMA, toColumn } from "./tables.ts";

interface FileRow extends Omit<FileRecord, "user"> {
  readonly owner: string;
}

export class PostgresFiles implements FileRecords {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async get(id: string): Promise<FileRecord | undefined> {
    return fileOf((await this.database.query<FileRow>(texts.getFile, [toColumn(id)]))[0]);
  }

  async find(user: string, { md5, size }: Pick<FileRecord, "md5" | "size">): Promise<FileRecord | undefined> {
    return fileOf((await this.database.query<FileRow>(texts.findFile, [toColumn(user), md5, size]))[0]);
  }

  async ids(): Promise<ReadonlySet<string>> {
    return new Set((await this.database.query<{ id: string }>(texts.fileIds)).map(({ id }) => id));
  }

  add(file: FileRecord): Promise<void> {
    return this.addWith(this.database, file);
  }

  /** Adds a file in a transaction of the caller. */
  async addWith(runs: Runs, { id, user, name, size, md5, time }: FileRecord): Promise<void> {
    await runs.query(texts.addFile, [id, toColumn(user), toColumn(name), size, md5, time]);
  }

  async getMesh(user: string, meshId: string): Promise<MeshRecord | undefined> {
    const values = [toColumn(user), toColumn(meshId)];
    const [row] = await this.database.query<{ file_id: string }>(texts.getMesh, values);
    return row === undefined ? undefined : { user, meshId, fileId: row.file_id };
  }

  /** Adds a mesh in a transaction of the caller. */
  async addMeshWith(runs: Runs, { user, meshId, fileId }: MeshRecord): Promise<void> {
    await runs.query(texts.addMesh, [toColumn(user), toColumn(meshId), fileId]);
  }
}

function fileOf(row: FileRow | undefined): FileRecord | undefined {
  if (row === undefined) return undefined;
  const { id, size, md5, time } = row;
  return { id, user: fromColumn(row.owner), name: fromColumn(row.name), size, md5, time };
}

const texts = {
  // Repeated after a lost connection.
  addFile: `INSERT INTO ${SCHEMA}.files VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
  getFile: `SELECT * FROM ${SCHEMA}.files WHERE id = $1`,
  findFile: `SELECT * FROM ${SCHEMA}.files WHERE owner = $1 AND md5 = $2 AND size = $3 LIMIT 1`,
  fileIds: `SELECT id FROM ${SCHEMA}.files`,
  addMesh: `INSERT INTO ${SCHEMA}.meshes VALUES ($1, $2, $3)`,
  getMesh: `SELECT file_id FROM ${SCHEMA}.meshes WHERE owner = $1 AND mesh_id = $2`,
} as const;
