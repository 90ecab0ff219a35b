/** Upload tokens and uploads. */
import type { FileRecord } from "./file-records.ts";

export interface UploadRecord {
  readonly id: string;
  readonly user: string;
  readonly parts: boolean;
  readonly md5: string;
  readonly size: number;
  readonly blocks: number;
  readonly name: string;
  /** One of the contract's `uploadStatuses`. */
  readonly status: number;
  readonly message: string | null;
  readonly fileId: string | null;
  readonly time: number;
}

export interface UploadToken {
  readonly user: string;
  readonly expires: number;
  /** The latest upload with this token. */
  readonly latestUpload: string | null;
}

export interface UploadStorage {
  addToken(hash: Uint8Array, token: { readonly user: string; readonly expires: number }): Promise<void>;
  getToken(hash: Uint8Array): Promise<UploadToken | undefined>;
  /** Deletes tokens that expired before `time`. */
  sweepTokens(time: number): Promise<void>;
  /** Stores an upload as the latest of its token. */
  begin(hash: Uint8Array, upload: UploadRecord): Promise<void>;
  /** Makes an upload the latest of the token. */
  takeUp(hash: Uint8Array, id: string): Promise<void>;
  get(id: string): Promise<UploadRecord | undefined>;
  /** An unfinished multipart upload. */
  find(user: string, file: Pick<UploadRecord, "md5" | "size" | "blocks">): Promise<UploadRecord | undefined>;
  addPart(uploadId: string, part: number, size: number): Promise<void>;
  /** Part number → bytes. */
  listParts(uploadId: string): Promise<ReadonlyMap<number, number>>;
  /** Changes the status from one of `from` to `status`; returns false if it was another. */
  move(id: string, from: readonly number[], status: number): Promise<boolean>;
  finish(id: string, file: FileRecord): Promise<void>;
  /** Deletes its parts: the next init restarts it. */
  fail(id: string, message: string): Promise<void>;
}
