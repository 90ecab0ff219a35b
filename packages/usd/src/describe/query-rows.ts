/** What a path expression matches, as rows of JSON. */
import { dumpValue } from "@usdkit/layer";
import { queryStage, type QueryMatch } from "../query/query-stage.ts";
import type { Stage } from "../stage/stage.ts";
import { StageValues } from "../values/stage-values.ts";

/** A value as JSON text. */
export type QueryRow = readonly (readonly [column: string, json: string])[];

export interface QueryRequest {
  readonly expression: string;
  readonly all: boolean;
  /** `path`, `type`, `kind`, and names of attributes of the prim. */
  readonly columns: readonly string[];
  readonly limit: number;
}

/**
 * Yields the rows of what an expression matches. An attribute has its value at the default time, as in a dump, and null without one.
 *
 * @throws QueryError for an expression that cannot be evaluated
 */
export function* queryRows(stage: Stage, { expression, all, columns, limit }: QueryRequest): Generator<QueryRow> {
  const values = new StageValues(stage);
  let count = 0;
  for (const match of queryStage(stage, expression, { all })) {
    if (count++ >= limit) return;
    yield columns.map((column) => [column, cell(values, match, column)] as const);
  }
}

function cell(values: StageValues, { path, primPath, property, typeName, kind }: QueryMatch, column: string): string {
  switch (column) {
    case "path":
      return JSON.stringify(path);
    case "type":
      return JSON.stringify(property === undefined ? typeName : (values.attribute(path)?.typeName ?? "rel"));
    case "kind":
      return JSON.stringify(property === undefined ? (kind ?? null) : null);
    default: {
      const { value } = values.value(`${primPath}.${column}`);
      return value === undefined ? "null" : dumpValue(value);
    }
  }
}
