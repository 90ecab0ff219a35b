import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyBudget } from "./read-body.ts";

/** A request, its response, and what is needed to read its body. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Without the query. */
  readonly path: string;
  readonly budget: BodyBudget;
}
