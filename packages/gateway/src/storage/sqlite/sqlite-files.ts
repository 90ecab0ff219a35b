/** Records of files and meshes. */
import type { DatabaseSync } from "node:sqlite";
import type { FileRecord, FileRecords, MeshRecord } from "../file-records.ts";
import type { GroupCommit } from "./group-commit.ts";
import { prepareAll, type Statements } from "./prepare-all.ts";

export class SqliteFiles implements FileRecords {
  private readonly commit: GroupCommit;
  private readonly statements: Statements<keyof typeof texts>;

  constructor(database: DatabaseSync, commit: GroupCommit) {
    this.commit = commit;
    this.statements = prepareAll(database, texts);
  }

  async get(id: string): Promise<FileRecord | undefined> {
    return this.statements.getFile.get(id) as unknown as FileRecord | undefined;
  }

  async find(user: string, { md5, size }: Pick<FileRecord, "md5" | "size">): Promise<FileRecord | undefined> {
    return this.statements.findFile.get(user, md5, size) as unknown as FileRecord | undefined;
  }

  async ids(): Promise<ReadonlySet<string>> {
    return new Set((this.statements.fileIds.all() as { id: string }[]).map(({ id }) => id));
  }

  add(file: FileRecord): Promise<void> {
    return this.commit.write(() => this.addNow(file));
  }

  /** Call within a transaction. */
  addNow({ id, user, name, size, md5, time }: FileRecord): void {
    this.statements.addFile.run(id, user, name, size, md5, time);
  }

  async getMesh(user: string, meshId: string): Promise<MeshRecord | undefined> {
    const row = this.statements.getMesh.get(user, meshId) as { file_id: string } | undefined;
    return row === undefined ? undefined : { user, meshId, fileId: row.file_id };
  }

  /** Call within a transaction. */
  addMeshNow({ user, meshId, fileId }: MeshRecord): void {
    this.statements.addMesh.run(user, meshId, fileId);
  }
}

const texts = {
  addFile: "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?)",
  getFile: "SELECT * FROM files WHERE id = ?",
  findFile: "SELECT * FROM files WHERE user = ? AND md5 = ? AND size = ? LIMIT 1",
  fileIds: "SELECT id FROM files",
  addMesh: "INSERT INTO meshes VALUES (?, ?, ?)",
  getMesh: "SELECT file_id FROM meshes WHERE user = ? AND mesh_id = ?",
} as const;
