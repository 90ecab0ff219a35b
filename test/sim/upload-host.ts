import { createHash } from "node:crypto";
import { uploadPartCount, uploadPartRange } from "@usdkit/contract";
import type { SimRandom } from "./random.ts";

/** A file on its way, or whole. */
interface Upload {
  readonly taskId: string;
  readonly md5: string | undefined;
  readonly size: number;
  readonly blockSize: number;
  readonly parts: Map<number, Buffer>;
}

/** The upload host: it takes files in parts, and is strict about what it is sent. */
export class SimUploadHost {
  readonly #random: SimRandom;
  /** Tokens with the latest upload under each. */
  readonly #tokens = new Map<string, Upload | undefined>();
  readonly #uploads: Upload[] = [];
  readonly #problems: string[];

  constructor(random: SimRandom, problems: string[]) {
    this.#random = random;
    this.#problems = problems;
  }

  get address(): string {
    return "https://upload.example";
  }

  issueToken(): { readonly ousToken: string; readonly globalDomain: string; readonly blockSize: number } {
    const ousToken = `sim-token-number-${this.#tokens.size}`;
    this.#tokens.set(ousToken, undefined);
    return { ousToken, globalDomain: this.address, blockSize: BLOCK };
  }

  /** All tokens end. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  hasToken(token: string): boolean {
    return this.#tokens.has(token);
  }

  single(token: string, file: Buffer | undefined): unknown {
    if (file === undefined || file.length > BLOCK) return this.#refuse(`a single upload of ${file?.length} bytes`);
    const upload = this.#add(token, file.length, undefined);
    upload.parts.set(0, file);
    return { taskId: upload.taskId };
  }

  init(token: string, query: URLSearchParams): unknown {
    const [md5 = "", size, blocks] = ["md5", "size", "blocks"].map((name) => query.get(name) ?? "");
    if (Number(blocks) !== uploadPartCount(Number(size), BLOCK))
      return this.#refuse(`${blocks} parts for ${size} bytes`);
    const known = this.#uploads.find((upload) => upload.md5 === md5 && upload.size === Number(size));
    const upload = known ?? this.#add(token, Number(size), md5);
    this.#tokens.set(token, upload);
    const lackBlocks = lacking(upload);
    return { taskId: upload.taskId, lackBlocks, progress: 0, deduplicated: lackBlocks.length === 0 };
  }

  part(form: ReadonlyMap<string, Buffer>): unknown {
    const upload = this.#uploads.find(({ taskId }) => taskId === form.get("taskId")?.toString());
    const number = Number(form.get("partNumber")?.toString());
    const file = form.get("file");
    if (upload === undefined || file === undefined) return this.#refuse("a part of no upload");
    const { start, end } = uploadPartRange(number, upload.size, BLOCK);
    if (file.length !== end - start) return this.#refuse(`part ${number} with ${file.length} bytes`);
    upload.parts.set(number, file);
    return null;
  }

  status(token: string): unknown {
    const upload = this.#tokens.get(token);
    if (upload === undefined) return this.#refuse("a question for the status of no upload");
    if (lacking(upload).length > 0) return { status: 2, lackBlocks: lacking(upload) };
    if (this.#random.chance(0.4)) return { status: 3 };
    const bytes = wholeOf(upload);
    if (upload.md5 !== undefined && createHash("md5").update(bytes).digest("hex") !== upload.md5) {
      return this.#refuse("a file with another md5 than it was announced with");
    }
    return { status: 5, url: `https://files.example/${upload.taskId}`, size: upload.size };
  }

  /** The bytes behind a public URL. */
  file(url: string): Buffer | undefined {
    const upload = this.#uploads.find(({ taskId }) => url === `https://files.example/${taskId}`);
    return upload === undefined || lacking(upload).length > 0 ? undefined : wholeOf(upload);
  }

  #add(token: string, size: number, md5: string | undefined): Upload {
    const upload = {
      taskId: `upload-${this.#uploads.length + 1}`,
      md5,
      size,
      blockSize: BLOCK,
      parts: new Map<number, Buffer>(),
    };
    this.#uploads.push(upload);
    this.#tokens.set(token, upload);
    return upload;
  }

  /** What a right client never sends, whatever happened before. */
  #refuse(what: string): undefined {
    this.#problems.push(`the upload host was sent ${what}`);
    return undefined;
  }
}

/** Bytes of a part: so few that every run has several. */
const BLOCK = 40;

function lacking({ size, parts }: Upload): number[] {
  return Array.from({ length: uploadPartCount(size, BLOCK) }, (_, part) => part).filter((part) => !parts.has(part));
}

function wholeOf({ size, parts }: Upload): Buffer {
  return Buffer.concat(
    Array.from({ length: uploadPartCount(size, BLOCK) }, (_, part) => parts.get(part) ?? Buffer.alloc(0)),
  );
}

/** The fields of a multipart form. */
export function readForm(contentType: string, body: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  const boundary = /boundary=(\S+)$/.exec(contentType)?.[1];
  if (boundary === undefined) return found;
  const text = body.toString("latin1");
  for (const piece of text.split(`--${boundary}`).slice(1, -1)) {
    const head = piece.indexOf("\r\n\r\n");
    const name = /name="([^"]*)"/.exec(piece.slice(0, head))?.[1] ?? "";
    found.set(name, Buffer.from(piece.slice(head + 4, -2), "latin1"));
  }
  return found;
}
