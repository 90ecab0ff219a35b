/** Upload tokens and uploads as the upload host keeps them: spec 2.1, 2.2, 4.1. */
import { createHash } from "node:crypto";
import type { Course } from "./course.ts";
import type { ServiceChoices, Surroundings } from "./surroundings.ts";

/** Milliseconds. Ours: the lifetime of a token is not shown (spec 5). */
const TOKEN_LIFE = 15 * 60_000;

export interface UploadToken {
  readonly value: string;
  readonly user: string;
  readonly blockSize: number;
  readonly expiresAt: number;
  /** The latest upload started under the token, which status polls report. Ours: spec 4.1 shows only a header. */
  latest: Upload | undefined;
}

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly blockSize: number;
  /** Undefined for a single upload. */
  readonly blocks: number | undefined;
  readonly md5: string;
  readonly parts: Map<number, Uint8Array>;
  readonly course: Course;
  /** Set when all bytes are there. */
  url: string | undefined;
  /** Why it can never complete. */
  trouble: string | undefined;
}

/** The query of init in spec 4.1. */
export interface UploadFacts {
  readonly md5: string;
  readonly blocks: number;
  readonly size: number;
  readonly name: string;
}

/** Why a part was rejected. */
export interface PartRejection {
  readonly reason: "too-large" | "wrong";
  readonly message: string;
}

export class UploadStates {
  readonly #around: Surroundings;
  readonly #choices: ServiceChoices;
  readonly #tokens = new Map<string, UploadToken>();
  readonly #uploads = new Map<string, Upload>();
  /** By user, md5, size and block size. */
  readonly #known = new Map<string, Upload>();

  constructor(around: Surroundings, choices: ServiceChoices) {
    this.#around = around;
    this.#choices = choices;
  }

  /** Spec 2.1. @param blockSize Bytes; that of the service's choices unless it changes. */
  issueToken(user: string, blockSize: number = this.#choices.blockSize): UploadToken {
    const value = this.#around.secret("ous-token");
    const expiresAt = this.#around.now() + TOKEN_LIFE;
    const token: UploadToken = { value, user, blockSize, expiresAt, latest: undefined };
    this.#tokens.set(value, token);
    return token;
  }

  /** Returns a token that is valid. */
  token(value: string): UploadToken | undefined {
    const token = this.#tokens.get(value);
    return token !== undefined && this.#around.now() < token.expiresAt ? token : undefined;
  }

  /** Invalidates all tokens, as if they had expired. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  get all(): Iterable<Upload> {
    return this.#uploads.values();
  }

  byId(id: string): Upload | undefined {
    return this.#uploads.get(id);
  }

  /** Loses parts of unfinished uploads, like a host that restarts. */
  loseParts(isLost: (part: number) => boolean): void {
    for (const { url, trouble, parts } of this.#uploads.values()) {
      if (url !== undefined || trouble !== undefined) continue;
      for (const part of parts.keys()) if (isLost(part)) parts.delete(part);
    }
  }

  /** Single upload. */
  addSingle(token: UploadToken, name: string, data: Uint8Array): Upload {
    const md5 = this.#choices.keepsUploads ? md5Of(data) : "";
    const upload = this.#add(token, { name, size: data.length, md5 }, undefined);
    const bytes = this.#choices.keepsUploads ? data : new Uint8Array();
    upload.url = this.#around.publish({ kind: "upload", name, bytes });
    return upload;
  }

  /** Init: a new upload, or the one that this user started with the same md5, size and number of parts. */
  begin(token: UploadToken, facts: UploadFacts): { readonly upload: Upload; readonly isDeduplicated: boolean } {
    const { blockSize } = token;
    // Spec 4.1: used when the size is above blockSize; blocks is the total part count.
    if (facts.size <= blockSize) this.#violation("a file of at most blockSize was started in parts (spec 4.1)");
    const known = this.#known.get(keyOf(token, facts));
    const isDone = known?.url !== undefined;
    if (known !== undefined && known.trouble === undefined && (!isDone || this.#choices.deduplicates)) {
      token.latest = known;
      return { upload: known, isDeduplicated: isDone };
    }
    return { upload: this.#add(token, facts, facts.blocks), isDeduplicated: false };
  }

  /** Stores a part. @returns The reason of a rejection. */
  addPart(
    upload: Upload,
    part: { readonly number: number; readonly data: Uint8Array; readonly md5: string | undefined },
  ): PartRejection | undefined {
    const { blocks, size, blockSize } = upload;
    const { number, data, md5 } = part;
    if (data.length > blockSize) return { reason: "too-large", message: "the part is larger than blockSize" };
    const wrong = (message: string): PartRejection => ({ reason: "wrong", message });
    if (blocks === undefined) return wrong("this upload has no parts");
    if (!Number.isInteger(number) || number < 0 || number >= blocks) return wrong(`no part ${number} of ${blocks}`);
    // Ours: part n has the bytes from n × blockSize on.
    const due = Math.min(blockSize, size - number * blockSize);
    if (data.length !== due) return wrong(`part ${number} has ${data.length} bytes instead of ${due}`);
    if (md5 !== undefined && md5 !== md5Of(data)) return wrong(`part ${number} does not have its md5`);
    if (upload.parts.has(number)) this.#around.happened({ kind: "part-repeated", id: upload.id });
    // The bytes of a finished upload are published.
    upload.parts.set(number, this.#choices.keepsUploads && upload.url === undefined ? data : new Uint8Array());
    if (upload.parts.size === blocks && upload.url === undefined) this.#assemble(upload, blocks);
    return undefined;
  }

  /** Spec 2.2, `lackBlocks`; ours: zero-based numbers. */
  lackBlocks({ blocks = 0, parts }: Upload): number[] {
    const lacking: number[] = [];
    for (let number = 0; number < blocks; number++) if (!parts.has(number)) lacking.push(number);
    return lacking;
  }

  #add(token: UploadToken, facts: Pick<Upload, "name" | "size" | "md5">, blocks: number | undefined): Upload {
    const { blockSize } = token;
    const { name, size, md5 } = facts;
    const upload: Upload = {
      id: this.#around.id("upload"),
      name,
      size,
      md5,
      blocks,
      blockSize,
      parts: new Map(),
      course: this.#around.course("uploads"),
      url: undefined,
      trouble: undefined,
    };
    token.latest = upload;
    this.#known.set(keyOf(token, { ...facts, blocks }), upload);
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  #assemble(upload: Upload, blocks: number): void {
    const { keepsUploads } = this.#choices;
    const pieces = Array.from({ length: blocks }, (_, number) => upload.parts.get(number) ?? new Uint8Array());
    const bytes = Buffer.concat(pieces);
    if (keepsUploads && md5Of(bytes) !== upload.md5) {
      upload.trouble = "the parts together do not have the md5 that was announced";
      this.#around.happened({ kind: "upload-failed", id: upload.id, reason: upload.trouble });
      return;
    }
    upload.url = this.#around.publish({ kind: "upload", name: upload.name, bytes });
    for (const number of upload.parts.keys()) upload.parts.set(number, new Uint8Array());
  }

  #violation(sentence: string): void {
    this.#around.happened({ kind: "violation", sentence });
  }
}

function keyOf(
  { user, blockSize }: UploadToken,
  facts: { md5: string; size: number; blocks: number | undefined },
): string {
  return `${user} ${facts.md5} ${facts.size} ${facts.blocks} ${blockSize}`;
}

function md5Of(data: Uint8Array): string {
  return createHash("md5").update(data).digest("hex");
}
