/** Searches the prims of a stage. */
import { QueryError, queryStage } from "@usdkit/usd";
import type { PrimRow, SearchView } from "../protocol/stage-messages.ts";
import { pauses } from "./pauses.ts";
import { primRow, type ViewedStage } from "./prim-rows.ts";

/** Maximum number of results. */
const MAX_RESULTS = 500;

/**
 * Returns the prims whose names contain a text, in any case, or that a path expression matches: a text with one of `/ * { } %`.
 * The prims of an expression include those of its properties.
 *
 * @param isObsolete whether nobody waits for the result any more
 */
export async function searchStage(viewed: ViewedStage, text: string, isObsolete: () => boolean): Promise<SearchView> {
  const isExpression = /[/*{}%]/u.test(text);
  const rows: PrimRow[] = [];
  const pause = pauses();
  let last = "";
  try {
    for (const path of isExpression ? matches(viewed, text) : named(viewed, text)) {
      if (path !== "" && path !== last) {
        if (rows.length === MAX_RESULTS) return { text, rows, hasMore: true, omitsInstances: false, problem: null };
        rows.push(primRow(viewed, path));
        last = path;
      }
      await pause();
      if (isObsolete()) break;
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { text, rows: [], hasMore: false, omitsInstances: false, problem: error.message };
  }
  const omitsInstances = isExpression && viewed.stage.prototypes.length > 0;
  return { text, rows, hasMore: false, omitsInstances, problem: null };
}

function* matches({ stage }: ViewedStage, expression: string): Generator<string> {
  for (const { primPath } of queryStage(stage, expression, { all: true })) yield primPath;
}

/** Yields paths of prims, and "" for prims with other names, after which the search may pause. */
function* named({ stage }: ViewedStage, text: string): Generator<string> {
  const wanted = text.toLowerCase();
  for (const path of stage.traverse()) {
    yield path
      .slice(path.lastIndexOf("/") + 1)
      .toLowerCase()
      .includes(wanted)
      ? path
      : "";
  }
}
