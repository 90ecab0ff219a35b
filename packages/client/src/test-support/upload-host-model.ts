import type { Course } from "@usdkit/test-service/states/course";
import type { Surroundings } from "@usdkit/test-service/states/surroundings";
import { UploadStates, type UploadToken } from "@usdkit/test-service/states/upload-states";
import type { UploadEvent, UploadStep } from "../assets/upload-state.ts";

/** The host's reaction to a step: an answer, or 401. */
export type HostAnswer = UploadEvent | "unauthorized";

const USER = "user";
const MD5 = "0".repeat(32);

/** The service's upload states, driven by the steps of one upload: without requests, and with bytes only counted. */
export class UploadHostModel {
  readonly size: number;
  blockSize: number;
  /** Polls that report a complete file as unfinished. */
  polls = 1;
  /** Rules that the client broke. */
  readonly violations: string[] = [];
  tokensIssued = 0;
  readonly #states: UploadStates;
  #isKnown = new Set<string>();
  #count = 0;

  constructor(size: number, blockSize: number) {
    this.size = size;
    this.blockSize = blockSize;
    const choices = { blockSize, deduplicates: true, keepsUploads: false, queue: 0 };
    this.#states = new UploadStates(this.#surroundings(), choices);
  }

  /** Whether there is a complete file. */
  get isComplete(): boolean {
    return [...this.#states.all].some(({ url }) => url !== undefined);
  }

  expireTokens(): void {
    this.#states.expireTokens();
  }

  /** Loses some parts of unfinished uploads, like a host that restarts. */
  forget(every: number): void {
    this.#states.loseParts((part) => part % every === 0);
  }

  /** Runs a step. */
  take(step: UploadStep): HostAnswer {
    if (step.do === "take-token") {
      const { value, blockSize } = this.#states.issueToken(USER, this.blockSize);
      this.tokensIssued++;
      this.#isKnown.add(value);
      return { of: "take-token", credential: { token: value, url: "https://upload.example", blockSize } };
    }
    const { token: value } = step.credential;
    if (!this.#isKnown.has(value)) this.violations.push(`unknown token ${value}`);
    const token = this.#states.token(value);
    if (token === undefined) return "unauthorized";
    switch (step.do) {
      case "send-whole":
        if (this.size > token.blockSize) this.violations.push("a file larger than a block went as a whole");
        return { of: "send-whole", taskId: this.#states.addSingle(token, "a", new Uint8Array(this.size)).id };
      case "begin":
        return this.#begin(step.plan.blocks, token);
      case "send-part":
        return this.#part(step, token);
      case "ask-status":
        return this.#status(token);
    }
  }

  #begin(blocks: number, token: UploadToken): UploadEvent {
    const { size } = this;
    if (blocks !== Math.ceil(size / token.blockSize)) this.violations.push(`${blocks} blocks of ${token.blockSize}`);
    const { upload, isDeduplicated } = this.#states.begin(token, { md5: MD5, blocks, size, name: "a" });
    const lackBlocks = isDeduplicated ? [] : this.#states.lackBlocks(upload);
    return { of: "begin", taskId: upload.id, lackBlocks, deduplicated: isDeduplicated };
  }

  #part({ part, taskId, range }: UploadStep & { do: "send-part" }, token: UploadToken): UploadEvent {
    const upload = this.#states.byId(taskId);
    if (upload === undefined || token.latest !== upload) {
      this.violations.push(`a part of ${taskId}, which was not begun`);
    } else {
      const data = new Uint8Array(range.end - range.start);
      const rejection = this.#states.addPart(upload, { number: part, data, md5: undefined });
      if (rejection !== undefined || range.start !== part * upload.blockSize)
        this.violations.push(`part ${part} has bytes ${range.start} to ${range.end}`);
    }
    return { of: "send-part", part };
  }

  #status({ latest }: UploadToken): UploadEvent {
    if (latest === undefined) {
      this.violations.push("a status poll before any upload under that token");
      return { of: "ask-status", status: 1 };
    }
    const lackBlocks = this.#states.lackBlocks(latest);
    if (latest.url === undefined) return { of: "ask-status", status: 2, lackBlocks };
    if (latest.course.poll().state === "running") return { of: "ask-status", status: 3, lackBlocks };
    return { of: "ask-status", status: 5, url: latest.url, lackBlocks };
  }

  #surroundings(): Surroundings {
    const next = (kind: string): string => `${kind}-${++this.#count}`;
    const course: Course = {
      failure: undefined,
      now: { state: "running", progress: 0 },
      poll: () => ({ state: this.polls-- > 0 ? "running" : "succeeded", progress: 1 }),
    };
    return {
      now: () => 0,
      id: next,
      secret: next,
      userOf: () => USER,
      course: () => course,
      publish: ({ name }) => `https://files.example/${next(name)}`,
      happened: (event) => {
        if (event.kind === "violation") this.violations.push(event.sentence);
      },
      uploadUrl: () => "https://upload.example",
      nodeHost: () => "node.example",
    };
  }
}
