/**
 * Spans of OpenTelemetry, for requests and tasks. The package has the interface alone: spans go nowhere, and cost next to nothing, until
 * the process is started with an SDK (`--import @opentelemetry/auto-instrumentations-node/register`).
 */
import type { IncomingMessage } from "node:http";
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from "@opentelemetry/api";

const NAME = "spatial-gateway";

/** What is known of a request at its end. */
export interface SpanOfRequest {
  readonly method: string;
  /** The endpoint's id in the contract, or the name of another route. */
  readonly endpoint: string;
  /** 0 for a connection that ended without a reply. */
  readonly status: number;
}

/**
 * Answers a request in a span. It is a child of the caller's (header `traceparent`), or of the one that an instrumentation of HTTP has
 * begun. Attributes have neither keys, users nor queries.
 *
 * @param answer gets a function to call when the response is over
 */
export function inRequestSpan<Result>(
  request: IncomingMessage,
  answer: (end: (known: SpanOfRequest) => void) => Result,
): Result {
  const span = trace.getTracer(NAME).startSpan("request", { kind: SpanKind.SERVER }, parentOf(request));
  const end = ({ method, endpoint, status }: SpanOfRequest): void => {
    span.updateName(`${method} ${endpoint}`);
    span.setAttributes({ "http.request.method": method, "http.route": endpoint });
    if (status > 0) span.setAttribute("http.response.status_code", status);
    if (status === 0 || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  return context.with(trace.setSpan(context.active(), span), () => answer(end));
}

/** Notes on the span of the request which task it has added: the span of the task has the same `task.id`. */
export function noteTask(id: string): void {
  trace.getActiveSpan()?.setAttribute("task.id", id);
}

/** Does work in a span of its own: whichever request has woken the process is not its parent. What it throws is noted there. */
export async function inRootSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return trace.getTracer(NAME).startActiveSpan(name, { attributes, root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      span.recordException(error instanceof Error ? error : message);
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  });
}

function parentOf({ headers }: IncomingMessage): Context {
  const active = context.active();
  return trace.getSpan(active) === undefined ? propagation.extract(active, headers) : active;
}
