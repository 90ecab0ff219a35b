/** Runs the rules of configurations that are code, for the page of `usda view`: in a thread, since they may never end. */
import { withoutKnown, ruleMetas, type Level } from "@usdkit/validate";
import type { CodeFindings } from "@usdkit/view";
import type { Checked } from "../check/checked.ts";
import type { Prepared } from "../check/prepare.ts";
import { WorkerPool } from "../jobs/worker-pool.ts";
import type { WireOptions } from "../check/wire-options.ts";

/** Milliseconds for one text. */
const MAX_TIME = 10_000;
/** Times as many for the first text of a thread, which starts and loads the configuration first: on a busy machine for seconds. */
const FOR_START = 4;
/** Comments are unused only if no rule needs them. */
const COMMENT = Buffer.from("usda-lint");
const ABOUT_COMMENTS = "unused-disable";

/** Runs rules that are code for all files that a page shows. */
export class CodeRulesByFile {
  readonly #rules = new Map<string, CodeRules>();

  /** Sets the settings of a file. Code is loaded again: it may have changed. */
  set(location: string, prepared: Prepared | undefined): void {
    void this.#rules.get(location)?.close();
    this.#rules.delete(location);
    if (prepared !== undefined && prepared.settings.customRules.length > 0) {
      this.#rules.set(location, new CodeRules({ location, prepared }));
    }
  }

  async check(location: string, text: Uint8Array): Promise<CodeFindings> {
    for (;;) {
      const rules = this.#rules.get(location);
      if (rules === undefined) return { findings: [], inBaseline: 0, problem: null };
      const found = await rules.check(text);
      // Other settings may have replaced them in the meantime.
      if (rules === this.#rules.get(location)) return found;
    }
  }

  async close(): Promise<void> {
    const all = [...this.#rules.values()];
    this.#rules.clear();
    await Promise.all(all.map((rules) => rules.close()));
  }
}

/** A file with rules that are code. */
export interface CodeChecked {
  /** Absolute. */
  readonly location: string;
  readonly prepared: Prepared;
}

/** Runs rules that are code, by one configuration of a file. */
export class CodeRules {
  readonly #file: CodeChecked;
  readonly #maxTime: number;
  #pool: WorkerPool | undefined;
  /** Options that were sent to the thread: by the rules that are off in them. */
  readonly #options = new Map<string, Prepared>();
  #stop: () => void = () => undefined;
  /** Rejects when the rules are closed: a thread that was ended does not answer. */
  readonly #closed = new Promise<never>((_resolve, reject) => {
    this.#stop = () => reject(new Error("the settings changed"));
  });

  constructor(file: CodeChecked, maxTime: number = MAX_TIME) {
    this.#file = file;
    this.#maxTime = maxTime;
    this.#closed.catch(() => undefined);
  }

  /** Ids of the rules. */
  get ids(): readonly string[] {
    return this.#file.prepared.settings.customRules.map(({ meta }) => meta.id);
  }

  /**
   * Returns the findings of the rules about a text, and those about unused comments, which only all rules together have. A rule
   * that throws is left out.
   */
  async check(source: Uint8Array): Promise<CodeFindings> {
    const { location, prepared } = this.#file;
    const wanted = new Set([...this.ids, ABOUT_COMMENTS]);
    const others = Buffer.from(source.buffer, source.byteOffset, source.length).includes(COMMENT)
      ? []
      : ruleMetas.map(({ id }) => id);
    try {
      const { findings: all, problems } = await this.#run(source, others);
      const own = all.filter(({ rule }) => wanted.has(rule));
      const findings = withoutKnown(own, prepared.baseline?.entriesOf(location));
      return { findings, inBaseline: own.length - findings.length, problem: problems?.join("; ") ?? null };
    } catch (error) {
      return { findings: [], inBaseline: 0, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#options.clear();
    await pool?.close();
  }

  async #run(source: Uint8Array, off: readonly string[]): Promise<Checked> {
    const time = this.#pool === undefined ? this.#maxTime * FOR_START : this.#maxTime;
    const pool = (this.#pool ??= new WorkerPool(1));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`the rules took more than ${time / 1000} s: ${this.ids.join(", ")}`));
        // Nothing else ends a loop of a rule.
        void this.#endThread();
      }, time);
    });
    try {
      // The pool may take the buffer.
      const task = { source: source.slice(), prepared: this.#without(off), fix: "none" } as const;
      return (await Promise.race([pool.check(task), late, this.#closed])).checked;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the options with some rules off, under a number of their own. */
  #without(off: readonly string[]): Prepared {
    const key = off.join();
    const known = this.#options.get(key);
    if (known !== undefined) return known;
    const { prepared } = this.#file;
    const isOff = new Set(off);
    const levels = (rules: Readonly<Record<string, Level>>): Record<string, Level> =>
      Object.fromEntries(Object.entries(rules).filter(([id]) => !isOff.has(id)));
    const wire: WireOptions = {
      ...prepared.wire,
      rules: { ...levels(prepared.wire.rules), ...Object.fromEntries(off.map((id) => [id, "off"] as const)) },
      overrides: prepared.wire.overrides.map(({ prims, rules }) => ({ prims, rules: levels(rules) })),
    };
    const made: Prepared = { ...prepared, id: this.#options.size, wire };
    this.#options.set(key, made);
    return made;
  }
}
