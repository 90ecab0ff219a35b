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

/** Options of creating a world. */
export interface WorldOptions extends CreateOptions {
  /** Origin of the request: the header `x-source`. */
  readonly source?: string | undefined;
  /** Headers of the request; `source` sets one of them. */
  readonly headers?: WorldHeaders | undefined;
}

/** Criteria for finding a world. */
export interface WorldSearch {
  readonly name?: string | undefined;
  /** Milliseconds since the epoch: only worlds created at that time or later. */
  readonly since?: number | undefined;
}

const ADVICE = "Look for it in the list of worlds, by its name and time, before you send it again.";

/** Creates worlds of splats from images, videos or text. */
export class Worlds {
  readonly #poller: Poller;

  readonly #platform: Platform;

  constructor(poller: Poller, platform: Platform) {
    this.#poller = poller;
    this.#platform = platform;
  }

  /**
   * Starts creating a world from at least 20 images, or from videos; `.insv` counts as a video. Upload the files first.
   *
   * @throws InvalidRequestError Before anything is sent, for too few images and for a file whose extension does not
   *   match its type. OutcomeUnknownError if it is not known whether it was accepted: there is no guard against a
   *   duplicate, and {@link find} searches for it.
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
   * Starts creating a world from a prompt, an image, or both.
   *
   * @throws InvalidRequestError Before anything is sent, for more than one image or for neither.
   *   OutcomeUnknownError if it is not known whether it was accepted: there is no guard against a duplicate, and
   *   {@link find} searches for it.
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

  /** Returns the current state of a world; makes one request. */
  async get(worldId: string, options?: RequestOptions): Promise<WorldDetail> {
    const { transport } = this.#poller;
    return worldKind.poll(transport, worldId, callOptions(transport, options));
  }

  /**
   * Returns the handle of a world by its id; nothing is sent until it is followed.
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
   * Yields the caller's worlds, requesting pages as needed. A world that moves to the next page in the meantime is
   * yielded once.
   *
   * @throws As every call that reads; `timeout` covers the whole listing.
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

  /** Yields the pages themselves, with their counts. */
  async *pages(query: WorldQuery = {}, options?: RequestOptions): AsyncGenerator<WorldPagedList, void, undefined> {
    const { transport } = this.#poller;
    yield* listPages(transport, query, callOptions(transport, options));
  }

  /**
   * Saves the files of a finished world, as `ID.ply` and `ID.spz`.
   *
   * Each file is assembled as `ID.ply.part` and renamed when it is complete. A download that was interrupted, in this
   * call or an earlier one, resumes. An existing file is replaced.
   *
   * ```ts
   * const [file] = await client.worlds.download(worldId, { directory: "out", formats: ["spz"] });
   * ```
   *
   * @param world Its id, or the result of `get` or `wait`.
   * @throws InvalidRequestError If the folder is missing, the destination exists, or the world is not finished:
   *   nothing was fetched. FileError if the disk is full. NotFoundError for a format that the world does not have;
   *   OperationFailedError for a world that failed; and the errors of every call.
   */
  download(world: string | WorldDetail, options: WorldDownloadOptions): Promise<readonly WorldFile[]> {
    return downloadWorld(this.#poller.transport, this.#platform, world, options);
  }

  /** Returns the listed worlds that a create with an unknown outcome may have created. */
  async find({ name, since = 0 }: WorldSearch, options?: RequestOptions): Promise<WorldListRow[]> {
    const found: WorldListRow[] = [];
    for await (const row of this.list({ pageSize: 100 }, options)) {
      // A world without a creation time may match.
      if ((name === undefined || row.name === name) && (row.createTime ?? Infinity) >= since) found.push(row);
    }
    return found;
  }
}

function headersOf({ source, headers }: WorldOptions): { readonly headers?: WorldHeaders } {
  if (source === undefined) return headers === undefined ? {} : { headers };
  return { headers: { ...headers, "x-source": source } };
}
