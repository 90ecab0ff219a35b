import { limits, listWorlds, type WorldListQueryRequest, type WorldPagedList } from "@usdkit/contract";
import { ProtocolError } from "../errors/errors.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";

/** Which worlds are listed: `pageNum` is the first page. */
export interface WorldQuery extends WorldListQueryRequest {
  /** Maximum number of pages requested; default 1000. */
  readonly pages?: number | undefined;
}

/** Bounds the listing, whatever counts the service reports. */
const MAX_PAGES = 1000;

/** Consecutive pages without a new world that end a listing: a new world moves the others by at most one page. */
const MAX_REPEATED_PAGES = 2;

/**
 * Yields the pages of the caller's worlds; each is requested when it is needed.
 *
 * @throws ProtocolError if the service repeats its pages.
 */
export async function* listPages(
  transport: Transport,
  { pages = MAX_PAGES, ...query }: WorldQuery,
  options: CallOptions,
): AsyncGenerator<WorldPagedList, void, undefined> {
  const { pageNum: first = 0, pageSize } = query;
  const seen = new Set<string>();
  let repeated = 0;
  for (let pageNum = first; pageNum < first + pages; pageNum++) {
    const page = await transport.call(listWorlds, { body: { ...query, pageNum } }, options);
    // Rows that cannot be read may be new.
    const isRepeated = page.result.length === rowsOf(page) && page.result.every(({ worldId }) => seen.has(worldId));
    for (const { worldId } of page.result) seen.add(worldId);
    repeated = isRepeated ? repeated + 1 : 0;
    yield page;
    if (!hasMore(page, pageNum, pageSize)) return;
    if (repeated >= MAX_REPEATED_PAGES) {
      const problem = `page ${pageNum} has only worlds of earlier pages, and the service reports more`;
      throw new ProtocolError(`${listWorlds.id}: ${problem}. Set pages or --limit to list the first ones.`, {
        endpoint: listWorlds.id,
      });
    }
  }
}

/** Number of rows received, including those that cannot be read. */
function rowsOf({ raw, result }: WorldPagedList): number {
  const all = typeof raw === "object" && raw !== null && "result" in raw ? raw.result : undefined;
  return Array.isArray(all) ? all.length : result.length;
}

/** An empty page is the last one, even if the service reports more: otherwise the listing might never end. */
function hasMore(page: WorldPagedList, pageNum: number, asked: number | undefined): boolean {
  const rows = rowsOf(page);
  if (rows === 0) return false;
  if (page.hasMore != null) return page.hasMore;
  const size = page.pageSize ?? asked ?? limits.pageSizeDefault;
  return page.totalCount == null ? rows >= size : pageNum * size + rows < page.totalCount;
}
