/** Pictures of the prims that findings are about, for reports that show them. */
import type * as Raster from "@usdkit/raster";
import { parseLayerName } from "@usdkit/usd";
import type { Finding } from "@usdkit/validate";
import { IoError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import type { CompositionSettings } from "../composed/check-root.ts";
import { newTrace, SharedFiles } from "../composed/shared-files.ts";
import { loadPeer } from "../render/load-peer.ts";
import { groupFindings } from "../reporters/group-findings.ts";
import { pictureKey } from "../reporters/picture-key.ts";
import type { FileReport } from "../reporters/reporter.ts";

const [WIDTH, HEIGHT] = [192, 144];
/** Pictures of a file, and of a run. */
const MAX_OF_FILE = 24;
const MAX_OF_RUN = 200;
/** Milliseconds after which no other picture is begun. */
const MAX_TIME = 60_000;
/** A stage above these limits is not drawn for a report. */
const LIMITS = { triangles: 2_000_000, vertices: 4_000_000 };

/** A stage that is drawn; undefined if it cannot be. */
interface DrawnRoot {
  readonly root: string;
  readonly scene: Raster.DrawableScene | undefined;
  /** The prims that are drawn. */
  readonly drawn: readonly string[];
}

/** Draws prims of the stages of a run. What cannot be drawn has no picture. */
export class FindingPictures {
  readonly #context: CommandContext;
  readonly #settings: CompositionSettings;
  readonly #onNote: (note: string) => void;
  readonly #known = new Map<string, Uint8Array | undefined>();
  #files: SharedFiles | undefined;
  #raster: Promise<typeof Raster | undefined> | undefined;
  #current: DrawnRoot | undefined;
  #left = MAX_OF_RUN;
  #time = 0;

  constructor(context: CommandContext, settings: CompositionSettings, onNote: (note: string) => void) {
    this.#context = context;
    this.#settings = settings;
    this.#onNote = onNote;
  }

  /** Returns pictures of the prims of a report: of findings of the same kind that of the first one. */
  async of({ findings }: Pick<FileReport, "findings">): Promise<ReadonlyMap<string, Uint8Array>> {
    const pictures = new Map<string, Uint8Array>();
    for (const [first] of groupFindings(findings)) {
      if (pictures.size >= MAX_OF_FILE) break;
      const key = pictureKey(first);
      if (key === undefined || pictures.has(key)) continue;
      const picture = await this.#picture(key, first);
      if (picture !== undefined) pictures.set(key, picture);
    }
    return pictures;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#current?.scene?.[Symbol.asyncDispose]();
    this.#current = undefined;
  }

  async #picture(key: string, { stage }: Finding): Promise<Uint8Array | undefined> {
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#left === 0 || this.#time > MAX_TIME || stage?.root === undefined) return undefined;
    const begin = performance.now();
    const picture = await this.#draw(stage.root, stage.prim);
    this.#time += performance.now() - begin;
    if (picture !== undefined) this.#left--;
    this.#known.set(key, picture);
    return picture;
  }

  async #draw(root: string, prim: string): Promise<Uint8Array | undefined> {
    const raster = await (this.#raster ??= this.#load());
    if (raster === undefined) return undefined;
    try {
      if (this.#current?.root !== root) {
        await this[Symbol.asyncDispose]();
        this.#current = await this.#open(raster, root);
      }
      const { scene, drawn } = this.#current ?? { drawn: [] };
      if (scene === undefined || !drawn.some((each) => each === prim || each.startsWith(`${prim}/`))) return undefined;
      const { width, height, data } = await scene.render({
        camera: "auto",
        only: [prim],
        width: WIDTH,
        height: HEIGHT,
        samples: 4,
        look: { lights: "with-camera" },
        threads: 1,
      });
      return await raster.encodePng({ width, height, data });
    } catch {
      // The findings are about what is wrong with the stage: some of it cannot be drawn.
      return undefined;
    }
  }

  async #open(raster: typeof Raster, root: string): Promise<DrawnRoot> {
    try {
      const { variants, session } = this.#settings;
      const file = withSlashes(resolvePath(this.#context, root));
      const files = (this.#files ??= new SharedFiles(this.#settings));
      const { scene } = await raster.prepareFile(file, {
        resolver: files.resolver(path.posix.dirname(parseLayerName(file).file), newTrace()),
        as: "usd",
        composition: { variants, session, hasOwnSession: true },
        missingAssets: "skip",
        limits: LIMITS,
        pool: null,
      });
      const { drawn } = await scene.report();
      return { root, scene, drawn: drawn.map((each) => each.path) };
    } catch {
      return { root, scene: undefined, drawn: [] };
    }
  }

  async #load(): Promise<typeof Raster | undefined> {
    try {
      return await loadPeer<typeof Raster>("@usdkit/raster");
    } catch (error) {
      if (!(error instanceof IoError)) throw error;
      this.#onNote(`the HTML report has no pictures: ${error.message}`);
      return undefined;
    }
  }
}
