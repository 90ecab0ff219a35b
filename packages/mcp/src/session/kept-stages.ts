/** Stages that stay open from one call to the next, while their files do not change. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import type * as Layers from "@usdkit/layer";
import type * as Usd from "@usdkit/usd";
import type * as Files from "@usdkit/usd/files";
import type { Roots } from "./roots.ts";
import { ToolError } from "./tool-error.ts";

/** Stages that are kept. */
const KEPT = 3;
/** Stages whose files are remembered. */
const MOST_SEEN = 100;
const CHUNK = 2 ** 20;
/** What to do about a selection that selects nothing. */
export const VARIANT_REMEDY = "usd_overview lists the variant sets and their variants";

/** What to open. */
export interface StageRequest {
  /** Absolute. */
  readonly root: string;
  readonly session?: string | undefined;
  /** `/World/Chair{look=red}` */
  readonly variant?: readonly string[] | undefined;
}

/** An open stage. */
export interface KeptStage extends Usd.NamedStage {
  readonly values: Usd.StageValues;
  /** The packages that read stages: loaded after the start, for which a client waits. */
  readonly usd: typeof Usd;
  readonly layers: typeof Layers;
  /** SHA-256 of the root layer's file. */
  readonly revision: string;
  /** Differs after a change of any file of the stage that was noticed: what pages of its results are compared by. */
  readonly state: string;
  /** Returns what the stage has, and its bounds: made once for all pages. */
  readonly summary: () => StageSummary;
}

/** What a stage has, and its bounds at the default time. */
export interface StageSummary {
  readonly overview: Usd.StageOverview;
  readonly bounds: Usd.Range | undefined;
}

/** Files when they were read. */
export interface FileStamps {
  /** By file: its size and time. */
  readonly stamps: ReadonlyMap<string, string>;
}

/** The files of a stage when it was opened. */
interface Seen extends FileStamps {
  /** Counts the changes that were noticed. */
  readonly generation: number;
}

interface Entry extends Seen {
  readonly kept: KeptStage;
}

/** Opens stages below the roots and keeps the last ones. */
export class KeptStages {
  private readonly roots: Roots;
  private readonly entries: Map<string, Entry> = new Map();
  /** Of stages that were closed too, so that pages go on. */
  private readonly seen: Map<string, Seen> = new Map();

  constructor(roots: Roots) {
    this.roots = roots;
  }

  /**
   * Returns the stage of a root layer, as its files are now.
   *
   * @throws ToolError if it cannot be opened
   */
  async open(request: StageRequest): Promise<KeptStage> {
    const key = JSON.stringify([request.root, request.session, request.variant]);
    const known = this.entries.get(key);
    this.entries.delete(key);
    if (known !== undefined && isCurrent(known)) {
      this.entries.set(key, known);
      return known.kept;
    }
    known?.kept.stage.close();
    const entry = await this.read(request, this.generationOf(key));
    this.entries.set(key, entry);
    this.see(key, entry);
    for (const [oldest, { kept }] of this.entries) {
      if (this.entries.size <= KEPT) break;
      kept.stage.close();
      this.entries.delete(oldest);
    }
    return entry.kept;
  }

  /** Notes the files that a stage has opened since: a change of them is noticed by the next call. */
  settle(kept: KeptStage): void {
    for (const [key, entry] of this.entries) {
      if (entry.kept !== kept) continue;
      const stamps = new Map(entry.stamps);
      for (const { anchor } of kept.stage.layers) {
        const { file } = kept.usd.parseLayerName(anchor);
        if (!stamps.has(file)) stamps.set(file, stampOf(file));
      }
      this.entries.set(key, { ...entry, stamps });
      this.see(key, { ...entry, stamps });
      return;
    }
  }

  /** Closes all files. */
  close(): void {
    for (const { kept } of this.entries.values()) kept.stage.close();
    this.entries.clear();
  }

  /** Returns the number of times that a stage was opened after a change of its files. */
  private generationOf(key: string): number {
    const seen = this.seen.get(key);
    return seen === undefined ? 0 : seen.generation + (isCurrent(seen) ? 0 : 1);
  }

  private see(key: string, { stamps, generation }: Seen): void {
    this.seen.delete(key);
    this.seen.set(key, { stamps, generation });
    const [oldest] = this.seen.keys();
    if (this.seen.size > MOST_SEEN && oldest !== undefined) this.seen.delete(oldest);
  }

  private async read({ root, session, variant = [] }: StageRequest, generation: number): Promise<Entry> {
    const folder = path.posix.dirname(root);
    const stamps = new Map([[root, stampOf(root)]]);
    const { usd, layers, files } = await loadEngine();
    try {
      const variants = usd.parseSelections(variant);
      const options: Usd.StageOptions = {
        resolver: files.fileResolver({ searchPaths: [folder], allowed: this.roots.folders }),
        session,
        variants,
      };
      const stage = await usd.Stage.open(root, options);
      const [unmatched] = usd.unmatchedSelections(stage, variants);
      if (unmatched !== undefined) {
        const { selection, problem } = unmatched;
        throw new ToolError(`${selection}: ${problem}`, { place: "variant", remedy: VARIANT_REMEDY });
      }
      const named = { stage, name: (identifier: string) => this.roots.name(identifier) };
      const revision = fileRevision(root);
      let summary: StageSummary | undefined;
      const kept: KeptStage = {
        ...named,
        values: new usd.StageValues(stage),
        usd,
        layers,
        revision,
        state: `${revision.slice(0, 8)}${generation.toString(16).padStart(8, "0")}`,
        summary: () => (summary ??= { overview: usd.stageOverview(named), bounds: usd.stageBounds(named, null) }),
      };
      return { kept, stamps, generation };
    } catch (error) {
      if (error instanceof usd.StageError) {
        throw new ToolError(this.roots.shortened(error.message), {
          place: this.roots.name(root),
          remedy: "See what is wrong with it with usd_check",
        });
      }
      throw error;
    }
  }
}

/** The packages that read stages. */
interface Engine {
  readonly usd: typeof Usd;
  readonly layers: typeof Layers;
  readonly files: typeof Files;
}

/** Loads the packages that read stages. */
export async function loadEngine(): Promise<Engine> {
  const [usd, layers, files] = await Promise.all([
    import("@usdkit/usd"),
    import("@usdkit/layer"),
    import("@usdkit/usd/files"),
  ]);
  return { usd, layers, files };
}

/** Returns the SHA-256 of a file. */
export function fileRevision(file: string): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK);
  const descriptor = openSync(file, "r");
  try {
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, size));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

/** Whether files have the stamps that they had. */
export function isCurrent({ stamps }: FileStamps): boolean {
  for (const [file, stamp] of stamps) if (stampOf(file) !== stamp) return false;
  return true;
}

/** Returns the size and time of a file, by which changes are noticed; "" if there is none. */
export function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : `${found.size}:${found.mtimeNs}:${found.ino}`;
}
