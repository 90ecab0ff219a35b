/** Records of files and meshes. The files themselves are in a `FileStore`. */

/** A file with a URL. */
export interface FileRecord {
  /** Unguessable; also the file's name in the store. */
  readonly id: string;
  readonly user: string;
  /** The owner's name for the file; never used as a path. */
  readonly name: string;
  readonly size: number;
  /** Lowercase hexadecimal. */
  readonly md5: string;
  readonly time: number;
}

/** An asset that a scene can refer to in a payload. */
export interface MeshRecord {
  readonly meshId: string;
  readonly user: string;
  readonly fileId: string;
}

export interface FileRecords {
  get(id: string): Promise<FileRecord | undefined>;
  find(user: string, file: Pick<FileRecord, "md5" | "size">): Promise<FileRecord | undefined>;
  add(file: FileRecord): Promise<void>;
  /** Ids of all known files: others in the store are orphans. */
  ids(): Promise<ReadonlySet<string>>;
  /** Returns one of the user's own meshes or worlds. */
  getMesh(user: string, meshId: string): Promise<MeshRecord | undefined>;
}
