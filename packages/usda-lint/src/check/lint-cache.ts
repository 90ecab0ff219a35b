/**
 * Answers of earlier runs. An answer is found by all that it depends on: the bytes of the file, the settings with the
 * content of what they name, and the code. So none can be stale, wherever the file is and whatever its modification time.
 *
 * They are in a cache, which many machines may share, and in the state of a run that may be interrupted. Paths in what is kept are
 * relative to the working folder, so that machines agree.
 */
import { path } from "@usdkit/command/process/builtins";
import { readStable } from "@usdkit/command/files/read-whole";
import type { RunState } from "@usdkit/batch/state/run-state";
import type { AnswerStore } from "@usdkit/batch/store/answer-store";
import { OBJECTS } from "@usdkit/batch/options/batch-options";
import { expireFolders } from "@usdkit/batch/store/folder-blobs";
import { openAnswerStore } from "@usdkit/batch/store/open-store";
import { StatIndex, type StampedContent } from "@usdkit/batch/store/stat-index";
import type { ResolvedProfile } from "@usdkit/validate";
import { withSlashes } from "@usdkit/command/files/input";
import type { Checked } from "./checked.ts";
import type { Prepared } from "./prepare.ts";
import type { SettledOptions } from "./settled-files.ts";
import type { KnownAnswer } from "../files/answer-spool.ts";
import { cacheOfUser } from "../files/cache-of-user.ts";
import { readCacheKey } from "./cache-key.ts";
import { codeVersion } from "./code-version.ts";

/** What an answer is kept under. */
export interface CacheKey {
  /** Absolute. */
  readonly folder: string;
  readonly key: string;
}

/** Where answers are kept. */
export interface CachePlaces {
  /** Absolute, or `s3://bucket/prefix`; undefined: in no cache. */
  readonly location: string | undefined;
  readonly state?: RunState | undefined;
  /** Whether machines share the cache, which have their files in different places; otherwise projects may. */
  readonly isShared?: boolean | undefined;
  /** Paths are relative to it. */
  readonly cwd: string;
  /** The part of a run that this is, as `1/4`: it reads its own answers first. */
  readonly part?: string | undefined;
}

interface CacheParts {
  readonly store: AnswerStore | undefined;
  readonly stats: { readonly index: StatIndex; readonly store: AnswerStore } | undefined;
  readonly statsFolder: string | undefined;
  /** Version of the code. */
  readonly code: string;
}

/** Names of folders that {@link statsFolderOf} returns. */
const STATS_NAME = /^stats-[\da-f]{16}$/u;

/** The variable of the secret that machines share which share a cache. */
const SECRET = "USDA_LINT_CACHE_KEY";
/** Begins a path below the working folder in kept texts, where no other text begins so. */
const HERE = String.raw`"\u0000/`;

export class LintCache {
  readonly #store: AnswerStore | undefined;
  readonly #stats: StatIndex | undefined;
  /** Of this machine. */
  readonly #statStore: AnswerStore | undefined;
  readonly #statsFolder: string | undefined;
  readonly #state: RunState | undefined;
  readonly #cwd: string;
  readonly #isShared: boolean;
  /** How a path below the working folder begins in JSON. */
  readonly #prefix: string;
  readonly #code: string;
  /** Answers without findings, by their texts: one for each profile. */
  readonly #parsed = new Map<string, Checked>();
  #last = { folder: "", name: "" };
  readonly #settingsKeys = new Map<number, string | undefined>();
  readonly #entryKeys = new Map<number, string | undefined>();

  private constructor({ store, stats, statsFolder, code }: CacheParts, { state, cwd, isShared = false }: CachePlaces) {
    this.#store = store;
    this.#stats = stats?.index;
    this.#statStore = stats?.store;
    this.#statsFolder = statsFolder;
    this.#state = state;
    this.#cwd = cwd;
    this.#isShared = isShared;
    this.#prefix = `${JSON.stringify(withSlashes(cwd)).slice(0, -1)}/`;
    this.#code = code;
  }

  /** @throws {Error} of the file system, if there is no key and none can be made; of an address that is none */
  static async open(places: CachePlaces, env: Readonly<Record<string, string | undefined>>): Promise<LintCache> {
    const { location, part } = places;
    const store =
      location === undefined ? undefined : await openAnswerStore(location, secretFor(location, env), env, part);
    const statsFolder = location === undefined ? undefined : statsFolderOf(location, env);
    const statStore =
      statsFolder === undefined ? undefined : await openAnswerStore(statsFolder, readCacheKey(env), env, part);
    const stats = statStore && { index: new StatIndex(statStore), store: statStore };
    return new LintCache({ store, stats, statsFolder, code: hash(await codeVersion()) }, places);
  }

  /** Reads the answers for a folder. Only then the others find them. */
  async openFolder(folder: string): Promise<void> {
    await this.#store?.open(this.#nameOf(folder));
  }

  /** Returns what a file contains, if an earlier run has read it and it was not written since: then it need not be read. */
  async contentOf(file: string): Promise<StampedContent | undefined> {
    if (this.#stats === undefined) return undefined;
    const folder = path.dirname(file);
    await this.#stats.open(folder);
    return this.#stats.contentOf(folder, file);
  }

  /** Returns the answer for a file that an earlier run has checked, if it was not written since. */
  async answerFor(file: string, prepared: Prepared): Promise<KnownAnswer | undefined> {
    const content = await this.contentOf(file);
    if (content === undefined) return undefined;
    const folder = path.dirname(file);
    const key = this.keyOf(folder, content.hash, prepared);
    if (key === undefined) return undefined;
    await this.openFolder(folder);
    const text = await this.#get(folder, key.key);
    return text === undefined ? undefined : { ...content, text };
  }

  /**
   * Reads a file, and notes what it contains.
   *
   * @throws {Error} of the file system, or that it does not stay the same
   */
  async read(file: string): Promise<{ readonly bytes: Uint8Array; readonly hash: string }> {
    const { bytes, stats } = readStable(file);
    const content = hash(bytes);
    const folder = path.dirname(file);
    await this.#stats?.open(folder);
    this.#stats?.note(folder, file, stats, content);
    return { bytes, hash: content };
  }

  /** Returns the SHA-256 of what was read elsewhere. */
  hashOf(bytes: Uint8Array): string {
    return hash(bytes);
  }

  /**
   * Undefined if an answer must not be kept: rules of the user's own may depend on anything.
   *
   * @param content SHA-256 of the bytes
   */
  keyOf(folder: string, content: string, prepared: Prepared): CacheKey | undefined {
    const settings = this.#settingsKey(prepared);
    return settings === undefined ? undefined : { folder, key: settings + content };
  }

  async get(key: CacheKey): Promise<Checked | undefined> {
    const text = await this.#get(key.folder, key.key);
    return text === undefined ? undefined : this.checkedOf(text);
  }

  /** Returns the findings of an answer. */
  checkedOf(text: string): Checked {
    // Most files have no findings: their answers are the same text.
    let checked = this.#parsed.get(text);
    if (checked === undefined) {
      checked = JSON.parse(text) as Checked;
      if (checked.findings.length === 0) this.#parsed.set(text, checked);
    }
    return checked;
  }

  set(key: CacheKey, { profile, findings }: Checked): void {
    // The profile is first, where `profileOfAnswer` finds it.
    this.#set(key.folder, key.key, JSON.stringify({ profile, findings, applied: 0 } satisfies Checked));
  }

  /**
   * Returns what settled files need of the cache; undefined if files are not known by their stamps.
   *
   * @param form what their entries depend on besides file, settings and code
   */
  settled(form: string): Pick<SettledOptions, "stats" | "store" | "form" | "settingsOf"> | undefined {
    if (this.#stats === undefined || this.#statStore === undefined) return undefined;
    const settingsOf = (prepared: Prepared): string | undefined => this.#entryKey(prepared);
    return { stats: this.#stats, store: this.#statStore, form: hash(this.#code + form), settingsOf };
  }

  /** Returns what was kept as JSON under a key, which may be JSON with absolute paths as well. */
  async text({ folder, key }: CacheKey): Promise<string | undefined> {
    const text = await this.#get(folder, this.#ownKey(key));
    return text?.replaceAll(HERE, this.#prefix);
  }

  /** Keeps JSON of one line under a key. */
  keepText({ folder, key }: CacheKey, text: string): void {
    this.#set(folder, this.#ownKey(key), text.replaceAll(this.#prefix, HERE));
  }

  /** Writes what is new. What went wrong, if anything did: a cache must not fail a run. */
  async close(): Promise<string | undefined> {
    const problem = await this.#store?.close();
    // What files contained is found out again.
    await this.#stats?.close();
    this.#expireStats();
    return problem;
  }

  /** Removes what machines have left that are gone. */
  #expireStats(): void {
    if (this.#statsFolder === undefined) return;
    try {
      expireFolders(path.dirname(this.#statsFolder), (name) => STATS_NAME.test(name));
    } catch {
      // Another run will do it.
    }
  }

  async #get(folder: string, key: string): Promise<string | undefined> {
    return this.#state?.get(stateKey(key)) ?? this.#store?.get(this.#nameOf(folder), key);
  }

  #set(folder: string, key: string, text: string): void {
    this.#state?.add(stateKey(key), text);
    this.#store?.set(this.#nameOf(folder), key, text);
  }

  #ownKey(key: string): string {
    return hash(this.#code + key.replaceAll(this.#prefix, HERE));
  }

  #nameOf(folder: string): string {
    if (!this.#isShared) return folder;
    // Files of one folder follow each other.
    if (this.#last.folder !== folder) this.#last = { folder, name: withSlashes(path.relative(this.#cwd, folder)) };
    return this.#last.name;
  }

  /** What an entry of a report depends on in the settings: those of stages as well. */
  #entryKey(prepared: Prepared): string | undefined {
    const { id, settings } = prepared;
    if (!this.#entryKeys.has(id)) {
      const { limits, schemas, requirementSet } = settings;
      const key = this.#settingsKey(prepared);
      this.#entryKeys.set(id, key && hash(JSON.stringify([key, limits, schemas, requirementSet])).slice(0, 32));
    }
    return this.#entryKeys.get(id);
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
}

/** Next to the answers, for each machine; of a bucket, on this machine. */
function statsFolderOf(location: string, env: Readonly<Record<string, string | undefined>>): string {
  const host = hash(process.getBuiltinModule("node:os").hostname()).slice(0, 16);
  if (!location.startsWith(OBJECTS)) return path.join(location, `stats-${host}`);
  return path.join(cacheOfUser(env), `stats-${hash(location).slice(0, 16)}`);
}

/** A folder belongs to a user, whose own key it is; who may write to a bucket shares a key, or trusts all who may. */
function secretFor(location: string, env: Readonly<Record<string, string | undefined>>): string {
  const shared = env[SECRET] ?? "";
  return shared !== "" || location.startsWith(OBJECTS) ? shared : readCacheKey(env);
}

/** Returns the profile of an answer, without parsing its findings. */
export function profileOfAnswer(text: string): ResolvedProfile {
  return JSON.parse(text.slice(PROFILE.length, text.indexOf('"', PROFILE.length + 1) + 1)) as ResolvedProfile;
}

/** How answers begin. */
const PROFILE = '{"profile":';

function stateKey(key: string): string {
  return key.length === 64 ? key : hash(key);
}

function hash(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content);
}
