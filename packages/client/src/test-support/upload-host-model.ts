import type { UploadEvent, UploadStep } from "../assets/upload-state.ts";

interface Task {
  readonly taskId: string;
  readonly blocks: number;
  readonly blockSize: number;
  readonly have: Set<number>;
}

interface Token {
  readonly value: string;
  readonly blockSize: number;
  isValid: boolean;
  /** What a status poll is about. */
  latest: Task | undefined;
}

/** What the host makes of a step: an answer, or 401. */
export type HostAnswer = UploadEvent | "unauthorized";

/**
 * The gateway's tokens and the upload host, for one file: as simple as can be, so that it can be seen to be right. Bytes are
 * only counted.
 */
export class UploadHostModel {
  readonly size: number;
  blockSize: number;
  /** Polls that find a whole file unfinished. */
  polls = 1;
  /** Rules that the client broke. */
  readonly violations: string[] = [];
  readonly #tokens = new Map<string, Token>();
  readonly #tasks = new Map<string, Task>();
  #count = 0;

  constructor(size: number, blockSize: number) {
    this.size = size;
    this.blockSize = blockSize;
  }

  get tokensIssued(): number {
    return this.#tokens.size;
  }

  /** Whether there is a whole file. */
  get isComplete(): boolean {
    return [...this.#tasks.values()].some((task) => task.have.size === task.blocks);
  }

  expireTokens(): void {
    for (const token of this.#tokens.values()) token.isValid = false;
  }

  /** Loses some parts of unfinished uploads, as a host that was started anew. */
  forget(every: number): void {
    for (const { have, blocks } of this.#tasks.values()) {
      if (have.size < blocks) for (const part of have) if (part % every === 0) have.delete(part);
    }
  }

  /** Does a step. */
  take(step: UploadStep): HostAnswer {
    if (step.do === "take-token") {
      const value = `token-${++this.#count}`;
      const { blockSize } = this;
      this.#tokens.set(value, { value, blockSize, isValid: true, latest: undefined });
      return { of: "take-token", credential: { token: value, url: "https://upload.example", blockSize } };
    }
    const token = this.#tokens.get(step.credential.token);
    if (token === undefined) this.violations.push(`unknown token ${step.credential.token}`);
    if (token?.isValid !== true) return "unauthorized";
    switch (step.do) {
      case "send-whole": {
        if (this.size > token.blockSize) this.violations.push("a file larger than a block went as a whole");
        const task = this.#begin(1, token.blockSize);
        task.have.add(0);
        token.latest = task;
        return { of: "send-whole", taskId: task.taskId };
      }
      case "begin":
        return this.#answerBegin(step.plan.blocks, token);
      case "send-part":
        return this.#answerPart(step, token);
      case "ask-status":
        return this.#answerStatus(token);
    }
  }

  #answerBegin(blocks: number, token: Token): UploadEvent {
    if (blocks !== Math.ceil(this.size / token.blockSize))
      this.violations.push(`${blocks} blocks of ${token.blockSize}`);
    const known = [...this.#tasks.values()].find(
      (task) => task.blocks === blocks && task.blockSize === token.blockSize,
    );
    const task = known ?? this.#begin(blocks, token.blockSize);
    token.latest = task;
    const all = Array.from({ length: blocks }, (_, part) => part);
    const lackBlocks = all.filter((part) => !task.have.has(part));
    return { of: "begin", taskId: task.taskId, lackBlocks, deduplicated: lackBlocks.length === 0 };
  }

  #answerPart(step: UploadStep & { do: "send-part" }, token: Token): UploadEvent {
    const task = this.#tasks.get(step.taskId);
    const { start, end } = step.range;
    if (task === undefined || token.latest !== task)
      this.violations.push(`a part of ${step.taskId}, which was not begun`);
    else if (start !== step.part * task.blockSize || end !== Math.min(this.size, start + task.blockSize)) {
      this.violations.push(`part ${step.part} has bytes ${start} to ${end}`);
    } else task.have.add(step.part);
    return { of: "send-part", part: step.part };
  }

  #answerStatus({ latest }: Token): UploadEvent {
    if (latest === undefined) {
      this.violations.push("a status poll before any upload under that token");
      return { of: "ask-status", status: 1 };
    }
    const { blocks, have } = latest;
    const lackBlocks = Array.from({ length: blocks }, (_, part) => part).filter((part) => !have.has(part));
    if (lackBlocks.length > 0) return { of: "ask-status", status: 2, lackBlocks };
    if (this.polls-- > 0) return { of: "ask-status", status: 3, lackBlocks };
    return { of: "ask-status", status: 5, url: `https://files.example/${latest.taskId}`, lackBlocks };
  }

  #begin(blocks: number, blockSize: number): Task {
    const task: Task = { taskId: `task-${++this.#count}`, blocks, blockSize, have: new Set() };
    this.#tasks.set(task.taskId, task);
    return task;
  }
}
