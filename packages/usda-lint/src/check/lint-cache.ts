/**
 * Answers of earlier runs. An answer is found by all that it depends on: the bytes of the file, the settings with the
 * content of what they name, and the code. So none can be stale, wherever the file is and whatever its modification time.
 *
 * The answers for one folder are in one file: a run holds those of the few folders that it is in, however many files it
 * checks, and never opens a file of its own for each. Files are replaced whole, and what does not read as it was written
 * counts as empty, so runs at the same time do not disturb each other; the last one keeps what both found.
 */
import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError } from "@usdkit/command/cli/errors";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import type { Checked } from "./checked.ts";
import type { Prepared } from "./prepare.ts";
import { readCacheKey } from "./cache-key.ts";
import { codeVersion } from "./code-version.ts";
import { decodeShard, encodeShard, type Answers } from "./shard.ts";

/** Folders whose answers are held at a time. */
const OPEN_FOLDERS = 16;

interface Shard {
  readonly file: string;
  readonly answers: Answers;
  readonly asked: Set<string>;
  /** What the file said of itself when it was read. */
  readonly stamp: string | undefined;
  isChanged: boolean;
}

/** What an answer is kept under. */
export interface CacheKey {
  readonly folder: string;
  readonly key: string;
}

export class LintCache {
  readonly #location: string;
  readonly #code: string;
  /** Signs the files. */
  readonly #key: string;
  readonly #settingsKeys = new Map<number, string | undefined>();
  readonly #shards = new Map<string, Shard>();
  #problem: string | undefined;

  private constructor(location: string, code: string, key: string) {
    this.#location = location;
    this.#code = code;
    this.#key = key;
  }

  /** @throws {Error} of the file system, if there is no key and none can be made. */
  static async open(location: string, env: Readonly<Record<string, string | undefined>>): Promise<LintCache> {
    return new LintCache(location, hash(await codeVersion()), readCacheKey(env));
  }

  /** Undefined if an answer must not be kept: rules of the user's own may depend on anything. */
  keyOf(folder: string, source: Uint8Array, prepared: Prepared): CacheKey | undefined {
    const settings = this.#settingsKey(prepared);
    return settings === undefined ? undefined : { folder, key: settings + hash(source) };
  }

  get({ folder, key }: CacheKey): Checked | undefined {
    const shard = this.#shard(folder);
    const answer = shard.answers.get(key);
    if (answer === undefined) return undefined;
    shard.asked.add(key);
    return JSON.parse(answer) as Checked;
  }

  set({ folder, key }: CacheKey, { profile, findings }: Checked): void {
    const shard = this.#shard(folder);
    shard.answers.set(key, JSON.stringify({ profile, findings, applied: 0 } satisfies Checked));
    shard.asked.add(key);
    shard.isChanged = true;
  }

  /** Returns what was kept as text under a key. */
  text({ folder, key }: CacheKey): string | undefined {
    const shard = this.#shard(folder);
    const ownKey = hash(this.#code + key);
    const text = shard.answers.get(ownKey);
    if (text !== undefined) shard.asked.add(ownKey);
    return text;
  }

  /** Keeps a text of one line under a key. */
  keepText({ folder, key }: CacheKey, text: string): void {
    const shard = this.#shard(folder);
    const ownKey = hash(this.#code + key);
    shard.answers.set(ownKey, text);
    shard.asked.add(ownKey);
    shard.isChanged = true;
  }

  /** Writes what is new. What went wrong, if anything did: a cache must not fail a run. */
  close(): string | undefined {
    for (const shard of this.#shards.values()) this.#save(shard);
    this.#shards.clear();
    return this.#problem;
  }

  #settingsKey(prepared: Prepared): string | undefined {
    const { id, wire } = prepared;
    if (!this.#settingsKeys.has(id)) {
      const { profile, maxResolution, base, assets, rules, overrides, customRuleSources } = wire;
      const text = JSON.stringify([
        this.#code,
        profile ?? null,
        maxResolution ?? null,
        base === undefined ? null : hash(base),
        assets === undefined ? null : hash(JSON.stringify(assets)),
        Object.entries(rules).sort(([a], [b]) => (a < b ? -1 : 1)),
        overrides,
      ]);
      this.#settingsKeys.set(id, customRuleSources.length > 0 ? undefined : hash(text).slice(0, 32));
    }
    return this.#settingsKeys.get(id);
  }

  #shard(folder: string): Shard {
    let shard = this.#shards.get(folder);
    if (shard !== undefined) return shard;
    for (const [oldest, other] of this.#shards) {
      if (this.#shards.size < OPEN_FOLDERS) break;
      this.#save(other);
      this.#shards.delete(oldest);
    }
    const file = path.join(this.#location, hash(folder).slice(0, 32));
    shard = { file, ...readShard(file, this.#key), asked: new Set(), isChanged: false };
    this.#shards.set(folder, shard);
    return shard;
  }

  #save({ file, answers, asked, stamp, isChanged }: Shard): void {
    if (!isChanged) return;
    // What another run has written since is kept.
    const now = readStamp(file) === stamp ? new Map<string, string>() : readShard(file, this.#key).answers;
    for (const [key, answer] of now) if (!answers.has(key)) answers.set(key, answer);
    try {
      writeAtomically(file, encodeShard(answers, asked, this.#key));
    } catch (error) {
      this.#problem = `${this.#location}: the cache cannot be written: ${describeIoError(error)}`;
    }
  }
}

function readShard(file: string, key: string): Pick<Shard, "answers" | "stamp"> {
  const stamp = readStamp(file);
  try {
    return { stamp, answers: stamp === undefined ? new Map() : decodeShard(fs.readFileSync(file, "utf8"), key) };
  } catch {
    return { stamp, answers: new Map() };
  }
}

function readStamp(file: string): string | undefined {
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
  } catch {
    return undefined;
  }
}

function hash(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content);
}
