import { limits, listWorlds, type WorldListQueryRequest, type WorldPagedList } from "@usdkit/contract";
import type { CallOptions, Transport } from "../transport/transport.ts";

/** Which worlds are listed. */
export interface WorldQuery extends Pick<WorldListQueryRequest, "pageSize" | "statusList"> {
  /** The page to begin with; 0 where it is left out. */
  readonly pageNum?: number | undefined;
  /** The most pages that are asked for; 1000 where it is left out. */
  readonly pages?: number | undefined;
}

/** However the service counts, the listing ends. */
const MAX_PAGES = 1000;

/** The pages of the caller's worlds, each asked for when it is wanted. */
export async function* listPages(
  transport: Transport,
  { pageNum: first = 0, pages = MAX_PAGES, pageSize, statusList }: WorldQuery,
  options: CallOptions,
): AsyncGenerator<WorldPagedList, void, undefined> {
  for (let pageNum = first; pageNum < first + pages; pageNum++) {
    const page = await transport.call(
      listWorlds,
      {
        body: {
          pageNum,
          ...(pageSize === undefined ? {} : { pageSize }),
          ...(statusList === undefined ? {} : { statusList }),
        },
      },
      options,
    );
    yield page;
    if (!hasMore(page, pageNum, pageSize)) return;
  }
}

/** An empty page is the last one, also where the service says that there are more: else there would be no end to it. */
function hasMore(page: WorldPagedList, pageNum: number, asked: number | undefined): boolean {
  const rows = page.result.length;
  if (rows === 0) return false;
  if (page.hasMore != null) return page.hasMore;
  const size = page.pageSize ?? asked ?? limits.pageSizeDefault;
  return page.totalCount == null ? rows >= size : pageNum * size + rows < page.totalCount;
}
