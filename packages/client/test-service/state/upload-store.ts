/** Uploads as the upload host keeps them: tokens, tasks, parts. */
import { createHash } from "node:crypto";
import type { Course } from "../script/outcome.ts";
import { newCourse, type Parts } from "./parts.ts";

const TOKEN_LIFE = 15 * 60_000;

export interface Token {
  readonly value: string;
  readonly user: string;
  readonly expiresAt: number;
  /** The upload that was begun last under it: what a status poll is about. */
  latest: Upload | undefined;
}

export interface Upload {
  readonly taskId: string;
  readonly name: string;
  readonly size: number;
  /** `undefined` for a single upload. */
  readonly blocks: number | undefined;
  readonly md5: string;
  readonly parts: Map<number, { readonly size: number; readonly data: Uint8Array | undefined }>;
  readonly course: Course;
  /** Set when all bytes are there. */
  url: string | undefined;
  /** Why it can never be finished. */
  trouble: string | undefined;
}

export class UploadStore {
  readonly #parts: Parts;
  readonly #tokens = new Map<string, Token>();
  /** By user, md5 and size. */
  readonly #known = new Map<string, Upload>();
  readonly #byId = new Map<string, Upload>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  issueToken(user: string): Token {
    const value = this.#parts.names.secret("ous-token");
    const token: Token = { value, user, expiresAt: this.#parts.clock.now() + TOKEN_LIFE, latest: undefined };
    this.#tokens.set(value, token);
    return token;
  }

  /** A token that still holds. */
  token(value: string): Token | undefined {
    const token = this.#tokens.get(value);
    return token !== undefined && this.#parts.clock.now() < token.expiresAt ? token : undefined;
  }

  /** Makes all tokens invalid, as their age would. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  byId(taskId: string): Upload | undefined {
    return this.#byId.get(taskId);
  }

  addSingle(token: Token, name: string, data: Uint8Array): Upload {
    const md5 = createHash("md5").update(data).digest("hex");
    const upload = this.#add(token, { name, size: data.length, md5, blocks: undefined });
    upload.url = this.#parts.files.put(name, this.#parts.settings.keepsUploads ? data : new Uint8Array());
    return upload;
  }

  /** A new upload, or the one that this user began with the same md5, size and number of parts. */
  begin(
    token: Token,
    facts: { name: string; size: number; md5: string; blocks: number },
  ): { upload: Upload; isDeduplicated: boolean } {
    const known = this.#known.get(`${token.user} ${facts.md5} ${facts.size}`);
    const isDone = known?.url !== undefined;
    const isUsable = known !== undefined && known.trouble === undefined && known.blocks === facts.blocks;
    if (isUsable && (!isDone || this.#parts.settings.deduplicates)) {
      token.latest = known;
      return { upload: known, isDeduplicated: isDone };
    }
    return { upload: this.#add(token, facts), isDeduplicated: false };
  }

  /** @returns What is wrong with the part; nothing when it was taken. */
  addPart(upload: Upload, number: number, data: Uint8Array, md5: string | undefined): string | undefined {
    const { blockSize, keepsUploads } = this.#parts.settings;
    const { blocks, size } = upload;
    if (blocks === undefined) return "this upload has no parts";
    if (number >= blocks) return `there is no part ${number} of ${blocks}`;
    const due = Math.min(blockSize, size - number * blockSize);
    if (data.length !== due) return `part ${number} has ${data.length} bytes in place of ${due}`;
    if (md5 !== undefined && md5 !== createHash("md5").update(data).digest("hex")) {
      return `part ${number} does not have its md5`;
    }
    upload.parts.set(number, { size: data.length, data: keepsUploads ? data : undefined });
    if (upload.parts.size === blocks && upload.url === undefined) this.#assemble(upload, blocks);
    return undefined;
  }

  isKept(upload: Upload, number: number): boolean {
    return upload.parts.has(number);
  }

  lackBlocks(upload: Upload): number[] {
    return Array.from({ length: upload.blocks ?? 0 }, (_, number) => number).filter(
      (number) => !upload.parts.has(number),
    );
  }

  #add(token: Token, facts: { name: string; size: number; md5: string; blocks: number | undefined }): Upload {
    const upload: Upload = {
      taskId: this.#parts.names.next("upload"),
      ...facts,
      parts: new Map(),
      course: newCourse(this.#parts, "uploads", { polls: 1 }),
      url: undefined,
      trouble: undefined,
    };
    token.latest = upload;
    this.#known.set(`${token.user} ${facts.md5} ${facts.size}`, upload);
    this.#byId.set(upload.taskId, upload);
    return upload;
  }

  #assemble(upload: Upload, blocks: number): void {
    if (!this.#parts.settings.keepsUploads) {
      upload.url = this.#parts.files.put(upload.name, new Uint8Array());
      return;
    }
    const whole = Buffer.concat(
      Array.from({ length: blocks }, (_, number) => upload.parts.get(number)?.data ?? new Uint8Array()),
    );
    if (createHash("md5").update(whole).digest("hex") !== upload.md5) {
      upload.trouble = "the parts together do not have the md5 that was announced";
      return;
    }
    upload.url = this.#parts.files.put(upload.name, whole);
    upload.parts.clear();
    for (let number = 0; number < blocks; number++) upload.parts.set(number, { size: 0, data: undefined });
  }
}
