/** Finds the composition errors of a stage. */
import { placeOf, type CompositionError } from "@usdkit/usd";
import type { ProblemRow, ProblemsView } from "../protocol/stage-messages.ts";
import { placeRow } from "./opinion-rows.ts";
import { pauses } from "./pauses.ts";
import type { ViewedStage } from "./prim-rows.ts";

/** Maximum number of errors that are listed. */
const MAX_PROBLEMS = 1000;
/** Maximum number of prims that are composed to find errors. */
const MAX_PRIMS = 300_000;

/**
 * Composes the prims of a stage and returns their errors, those of properties and targets included.
 *
 * @param isObsolete whether nobody waits for the result any more
 */
export async function findProblems(viewed: ViewedStage, isObsolete: () => boolean): Promise<ProblemsView> {
  const { stage } = viewed;
  const rows: ProblemRow[] = [];
  let count = 0;
  let prims = 0;
  const add = (prim: string, errors: readonly CompositionError[]): void => {
    count += errors.length;
    for (const error of errors) if (rows.length < MAX_PROBLEMS) rows.push(problemRow(viewed, prim, error));
  };
  add("/", stage.layerStack.errors);
  const pause = pauses();
  for (const path of stage.traverse()) {
    if (prims === MAX_PRIMS || isObsolete()) return { rows, count, prims, isComplete: false };
    prims++;
    add(path, stage.primIndex(path)?.errors ?? []);
    for (const property of stage.properties(path)) {
      add(path, [...stage.propertyStack(path, property).errors, ...stage.targets(path, property).errors]);
    }
    await pause();
  }
  return { rows, count, prims, isComplete: true };
}

function problemRow(viewed: ViewedStage, prim: string, { code, message, statement }: CompositionError): ProblemRow {
  if (statement === undefined) return { code, message, prim, place: null };
  const specPath = statement.spec?.path ?? "/";
  return { code, message, prim, place: placeRow(viewed, placeOf(statement), specPath) };
}
