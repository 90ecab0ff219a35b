import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyBudget } from "./read-body.ts";

/** A request, its response, and the context for reading its body. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path without the query. */
  readonly path: string;
  readonly budget: BodyBudget;
}
