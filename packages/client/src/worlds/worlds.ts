import {
  generateWorld,
  reconstructWorld,
  type CreateWorldRequest,
  type GenerateWorldRequest,
  type WorldDetail,
  type WorldHeaders,
  type WorldListRow,
  type WorldPagedList,
} from "@usdkit/contract";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import type { Platform } from "../platform/platform.ts";
import { callOptions, createOptions, type CreateOptions, type RequestOptions } from "../transport/request-options.ts";
import { downloadWorld, type WorldDownloadOptions, type WorldFile } from "./download-world.ts";
import { listPages, type WorldQuery } from "./list-pages.ts";
import { worldKind, type WorldHandle } from "./world-kind.ts";

/** How a world is begun. */
export interface WorldOptions extends CreateOptions {
  /** Where the request comes from: the header `x-source`. */
  readonly source?: string | undefined;
  /** Headers of the request; `source` is one of them. */
  readonly headers?: WorldHeaders | undefined;
}

/** What a world can be looked for by. */
export interface WorldSearch {
  readonly name?: string | undefined;
  /** Milliseconds since the epoch: only worlds that were begun then or later. */
  readonly since?: number | undefined;
}

const ADVICE = "Look for it in the list, by its name and time, before you send it again (worlds.find, worlds.list).";

/** Worlds of splats, from images, videos or words. */
export class Worlds {
  readonly #poller: Poller;

  readonly #platform: Platform;

  constructor(poller: Poller, platform: Platform) {
    this.#poller = poller;
    this.#platform = platform;
  }

  /**
   * Begins a world from at least 20 images, or from videos; `.insv` counts as a video. The files are uploaded before.
   *
   * @throws InvalidRequestError Before anything is sent, for too few images and for a file whose extension is not its type's.
   *   OutcomeUnknownError if it is not known whether it was accepted: there is no guard against a second one.
   */
  async reconstruct(request: CreateWorldRequest, options: WorldOptions = {}): Promise<WorldHandle> {
    const { transport } = this.#poller;
    const { worldId } = await transport.call(
      reconstructWorld,
      { body: request, ...headersOf(options) },
      createOptions(transport, options, ADVICE),
    );
    return new Operation(worldKind, this.#poller, { id: worldId, begun: true });
  }

  /**
   * Begins a world from a prompt, an image, or both.
   *
   * @throws InvalidRequestError Before anything is sent, for more than one image or for neither.
   *   OutcomeUnknownError if it is not known whether it was accepted: there is no guard against a second one.
   */
  async generate(request: GenerateWorldRequest, options: WorldOptions = {}): Promise<WorldHandle> {
    const { transport } = this.#poller;
    const { worldId } = await transport.call(
      generateWorld,
      { body: request, ...headersOf(options) },
      createOptions(transport, options, ADVICE),
    );
    return new Operation(worldKind, this.#poller, { id: worldId, begun: true });
  }

  /** Asks once how far a world is. */
  async get(worldId: string, options?: RequestOptions): Promise<WorldDetail> {
    const { transport } = this.#poller;
    return worldKind.poll(transport, worldId, callOptions(transport, options));
  }

  /**
   * The handle of a world by its id; nothing is sent until it is followed.
   *
   * ```ts
   * for await (const { progress } of client.worlds.wait(id)) bar(progress);
   * const world = await client.worlds.wait(id).result({ timeout: 3_600_000 });
   * ```
   */
  wait(worldId: string): WorldHandle {
    return new Operation(worldKind, this.#poller, { id: worldId });
  }

  /**
   * The caller's worlds, page by page as they are wanted. A world that moves to the next page meanwhile comes once.
   *
   * @throws As every call that reads; `timeout` is that of the whole listing.
   */
  async *list(query: WorldQuery = {}, options?: RequestOptions): AsyncGenerator<WorldListRow, void, undefined> {
    const seen = new Set<string>();
    for await (const { result } of this.pages(query, options)) {
      for (const row of result) {
        if (seen.has(row.worldId)) continue;
        seen.add(row.worldId);
        yield row;
      }
    }
  }

  /** The pages themselves, with their counts. */
  async *pages(query: WorldQuery = {}, options?: RequestOptions): AsyncGenerator<WorldPagedList, void, undefined> {
    const { transport } = this.#poller;
    yield* listPages(transport, query, callOptions(transport, options));
  }

  /**
   * Saves the files of a world that is done, as `ID.ply` and `ID.spz`.
   *
   * Each is put together as `ID.ply.part` and gets its name when it is whole; a cut connection is taken up where it broke, and so is
   * what an earlier, interrupted call has left. A file of that name is replaced.
   *
   * ```ts
   * const [file] = await client.worlds.download(worldId, { directory: "out", formats: ["spz"] });
   * ```
   *
   * @param world Its id, or what `get` and `wait` gave.
   * @throws InvalidRequestError For a folder that is missing, a place that is taken, and a world that is not done: nothing was
   *   fetched. FileError when the disk is full. NotFoundError for a format that the world does not have; OperationFailedError
   *   for a world that failed; and what every call throws.
   */
  download(world: string | WorldDetail, options: WorldDownloadOptions): Promise<readonly WorldFile[]> {
    return downloadWorld(this.#poller.transport, this.#platform, world, options);
  }

  /** The worlds in the list that could be the one that was begun: what is left to do when that call's outcome is unknown. */
  async find({ name, since = 0 }: WorldSearch, options?: RequestOptions): Promise<WorldListRow[]> {
    const found: WorldListRow[] = [];
    for await (const row of this.list({ pageSize: 100 }, options)) {
      // One that does not say when it was begun could be it.
      if ((name === undefined || row.name === name) && (row.createTime ?? Infinity) >= since) found.push(row);
    }
    return found;
  }
}

function headersOf({ source, headers }: WorldOptions): { readonly headers?: WorldHeaders } {
  if (source === undefined) return headers === undefined ? {} : { headers };
  return { headers: { ...headers, "x-source": source } };
}
