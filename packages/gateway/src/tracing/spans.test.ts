import { AsyncLocalStorage } from "node:async_hooks";
import {
  context,
  propagation,
  ROOT_CONTEXT,
  trace,
  type Context,
  type ContextManager,
  type Span,
  type SpanOptions,
  type Tracer,
} from "@opentelemetry/api";
import { getRenderFormat, submitJob } from "@usdkit/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { call, gatewayForTest, scene, until } from "../test-support/caller.ts";
import { inRootSpan } from "./spans.ts";

interface Ended {
  name: string;
  readonly attributes: Record<string, unknown>;
  /** Trace and span of the parent; undefined without one. */
  readonly parent: string | undefined;
  status: number;
}

/** The least of an SDK: it notes spans that have ended. */
function recorder(ended: Ended[]): Tracer {
  const startSpan: Tracer["startSpan"] = (name, options: SpanOptions = {}, parent = context.active()) => {
    const above = options.root === true ? undefined : trace.getSpanContext(parent);
    const known: Ended = {
      name,
      attributes: { ...options.attributes },
      parent: above && `${above.traceId}-${above.spanId}`,
      status: 0,
    };
    const span: Span = {
      spanContext: () => ({ traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 }),
      setAttribute: (key, value) => span.setAttributes({ [key]: value }),
      setAttributes: (attributes) => (Object.assign(known.attributes, attributes), span),
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus: ({ code }) => ((known.status = code), span),
      updateName: (next) => ((known.name = next), span),
      end: () => void ended.push(known),
      isRecording: () => true,
      recordException: (error) =>
        void span.setAttribute("exception", error instanceof Error ? `${error.name}: ${error.message}` : ""),
    };
    return span;
  };
  const startActiveSpan = (name: string, ...rest: readonly unknown[]): unknown => {
    const work = rest.at(-1) as (span: Span) => unknown;
    return work(startSpan(name, rest.length > 1 ? (rest[0] as SpanOptions) : {}));
  };
  return { startSpan, startActiveSpan };
}

let ended: Ended[] = [];
beforeEach(() => {
  ended = [];
  const tracer = recorder(ended);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  propagation.setGlobalPropagator({
    fields: () => ["traceparent"],
    inject: () => {},
    extract: (at, carrier: { traceparent?: string }) => {
      const [, traceId = "", spanId = ""] = carrier.traceparent?.split("-") ?? [];
      return traceId === "" ? at : trace.setSpanContext(at, { traceId, spanId, traceFlags: 1 });
    },
  });
});
afterEach(() => {
  context.disable();
  trace.disable();
  propagation.disable();
});

test("a request has a span, which is a child of the caller's", async () => {
  await using gateway = await gatewayForTest();
  const [traceId, spanId] = ["a".repeat(32), "b".repeat(16)];
  await call(gateway.url, getRenderFormat, { headers: { traceparent: `00-${traceId}-${spanId}-01` } });
  await fetch(`${gateway.url}/nowhere`);
  await until(
    () => Promise.resolve(ended.length),
    (count) => count === 2,
  );
  const [known, unknown] = ended;
  expect(known).toMatchObject({
    parent: `${traceId}-${spanId}`,
    attributes: { "http.request.method": expect.any(String) as string, "http.response.status_code": 200 },
    status: 0,
  });
  expect(known.name).toBe(
    `${String(known.attributes["http.request.method"])} ${String(known.attributes["http.route"])}`,
  );
  expect(unknown).toMatchObject({ name: "GET none", parent: undefined });
  // No key, no user, no query.
  expect(JSON.stringify(ended)).not.toMatch(/key-of|ada/u);
});

/** The least of a context manager: it keeps what is active through promises. */
function keepContexts(): void {
  const store = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => store.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => store.run(active, () => work.apply(self, args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
}

test("a task has a span of its own, and the span of the request that added it has its id", async () => {
  keepContexts();
  await using gateway = await gatewayForTest();
  const { status } = await call(gateway.url, submitJob, { body: { requestId: "traced", usdContent: scene() } });
  expect(status).toBe(202);
  await until(
    () => Promise.resolve(ended.find(({ name }) => name.startsWith("task"))),
    (span) => span !== undefined,
  );
  const span = ended.find(({ name }) => name === "task job");
  expect(span).toMatchObject({
    parent: undefined,
    status: 0,
    attributes: { "task.kind": "job", "task.lane": "render" },
  });
  const id = span?.attributes["task.id"];
  expect(id).toEqual(expect.any(String));
  const carriers = ended.filter(({ attributes }) => attributes["task.id"] === id).map(({ name }) => name);
  expect(carriers.toSorted()).toEqual(["POST jobs.submit", "task job"]);
});

test("what a task throws is noted, and thrown", async () => {
  const work = (): Promise<never> => Promise.reject(new Error("no light"));
  await expect(context.with(ROOT_CONTEXT, () => inRootSpan("task job", {}, work))).rejects.toThrow("no light");
  expect(ended).toMatchObject([{ name: "task job", status: 2, attributes: { exception: "Error: no light" } }]);
});

test("spans reach SDKs, which bring version 1.9 of the interface: a later one here would not find them", async () => {
  const registered = (globalThis as Record<symbol, unknown>)[Symbol.for("opentelemetry.js.api.1")] as {
    version: string;
  };
  const { version } = registered;
  registered.version = "1.9.0";
  try {
    await inRootSpan("task job", {}, () => Promise.resolve());
  } finally {
    registered.version = version;
  }
  expect(ended.map(({ name }) => name)).toEqual(["task job"]);
});
