/** Replies of the upload host: the envelope of spec 2.2, and our assumptions for what spec 4.1 does not show. */
import type { ServiceReply, ServiceRequest } from "./request.ts";
import type { ServiceChoices, Surroundings } from "./surroundings.ts";
import type { Upload, UploadStates, UploadToken } from "./upload-states.ts";

/** Spec 2.2: 5 is success; the others are ours. */
const WAITING = 1;
const RECEIVING = 2;
const ASSEMBLING = 3;
const FAILED = 4;
const SUCCESS = 5;

export class UploadReplies {
  readonly #states: UploadStates;
  readonly #around: Surroundings;
  readonly #choices: ServiceChoices;

  constructor(states: UploadStates, around: Surroundings, choices: ServiceChoices) {
    this.#states = states;
    this.#around = around;
    this.#choices = choices;
  }

  /** Spec 2.1. */
  token(user: string): ServiceReply {
    const { value, blockSize } = this.#states.issueToken(user);
    return { status: 200, json: { ousToken: value, globalDomain: this.#around.uploadUrl(), blockSize } };
  }

  single({ form }: ServiceRequest, token: UploadToken): ServiceReply {
    const { file = new Uint8Array(), fileName = "file" } = form ?? {};
    if (file.length === 0) return problem(4001, "the file is empty");
    if (file.length > token.blockSize) {
      this.#violation(`was sent a single upload of ${file.length} bytes: at most ${token.blockSize} (spec 4.1)`);
      return problem(4130, "the file is larger than blockSize", 413);
    }
    return envelope({ taskId: this.#states.addSingle(token, fileName, file).id });
  }

  init({ query }: ServiceRequest, token: UploadToken): ServiceReply {
    const [md5 = "", name = ""] = ["md5", "name"].map((field) => query.get(field) ?? "");
    const [blocks = Number.NaN, size = Number.NaN] = ["blocks", "size"].map((field) => wholeNumber(query.get(field)));
    // Spec 4.1: all four are required; md5 is lowercase hex.
    if (!/^[0-9a-f]{32}$/.test(md5) || name === "" || !(blocks > 0) || !(size > 0))
      return problem(4000, "md5, blocks, size and name are required");
    const due = Math.ceil(size / token.blockSize);
    if (blocks !== due) {
      this.#violation(`was sent ${blocks} parts for ${size} bytes: ${due} (spec 4.1)`);
      return problem(4005, `blocks must be ${due}`);
    }
    const { upload, isDeduplicated } = this.#states.begin(token, { md5, blocks, size, name });
    const lackBlocks = isDeduplicated ? [] : this.#lackBlocks(upload);
    const progress = 1 - lackBlocks.length / blocks;
    return envelope({ taskId: upload.id, lackBlocks, progress, deduplicated: isDeduplicated });
  }

  /** Ours: taskId, partNumber and md5 precede the file. Spec 2.2: d is null. */
  part({ form }: ServiceRequest): ServiceReply {
    const fields = form?.fields ?? new Map<string, string>();
    const upload = this.#states.byId(fields.get(this.#nameOf("taskId")) ?? "");
    if (upload === undefined || form?.file === undefined) return problem(4041, "no such upload");
    const number = wholeNumber(fields.get(this.#nameOf("partNumber"))) - (this.#choices.firstPart ?? 0);
    const rejection = this.#states.addPart(upload, { number, data: form.file, md5: fields.get("md5") });
    if (rejection === undefined) return envelope(null);
    return rejection.reason === "too-large" ? problem(4130, rejection.message, 413) : problem(4007, rejection.message);
  }

  /** Ours: a query names an upload by its taskId. */
  status({ query }: ServiceRequest, token: UploadToken): ServiceReply {
    const taskId = query.get(this.#nameOf("taskId"));
    const upload = taskId === null ? token.latest : this.#states.byId(taskId);
    return upload === undefined
      ? problem(4042, "nothing was uploaded with this token")
      : envelope(this.#statusOf(upload));
  }

  #statusOf(upload: Upload): object {
    const { id, name, size, blocks, url, trouble, course } = upload;
    const lackBlocks = this.#lackBlocks(upload);
    const parts = blocks === undefined ? {} : { lackBlocks, progress: 1 - lackBlocks.length / blocks };
    const common = { taskId: id, name, size, ...parts };
    if (trouble !== undefined) return { ...common, status: FAILED, message: trouble };
    if (url === undefined) return { ...common, status: lackBlocks.length < (blocks ?? 0) ? RECEIVING : WAITING };
    const { state, status } = course.poll();
    if (state === "failed") return { ...common, status: FAILED, message: course.failure?.message ?? "" };
    if (state === "succeeded") return { ...common, status: SUCCESS, url };
    return { ...common, status: Number(status ?? ASSEMBLING) };
  }

  #nameOf(field: string): string {
    return this.#choices.fieldNames?.[field] ?? field;
  }

  #lackBlocks(upload: Upload): number[] {
    return this.#states.lackBlocks(upload).map((number) => number + (this.#choices.firstPart ?? 0));
  }

  #violation(sentence: string): void {
    this.#around.happened({ kind: "violation", sentence: `the upload host ${sentence}` });
  }
}

function envelope(d: unknown): ServiceReply {
  return { status: 200, json: { c: 0, d } };
}

/** Ours: HTTP 200 with `c` other than 0 and a message in `m`; 401 and 413 have their status. */
export function problem(code: number, message: string, status: number = 200): ServiceReply {
  return { status, json: { c: code, d: null, m: message } };
}

function wholeNumber(text: string | null | undefined): number {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : Number.NaN;
}
