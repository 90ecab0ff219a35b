import {
  AcceptedIdUnknownError,
  OutcomeUnknownError,
  ServerError,
  type ClientOptions,
  type RequestOptions,
} from "@usdkit/client";
import { createStream, generateWorld, submitJob, type Endpoint, type EndpointRequest } from "@usdkit/contract";
import { createTransport } from "../../packages/client/src/transport/create-transport.ts";
import { readSettings } from "../../packages/client/src/transport/read-settings.ts";
import { realSubject, usdContent, type Subject } from "./subject.ts";

/** Clients with one mistake each, and the expected finding of a run: the simulation must detect all of them. */
export const mistakes: Readonly<Record<string, { readonly subject: Subject; readonly found: RegExp }>> = {
  "a new request id with every attempt": {
    subject: {
      ...realSubject,
      wrapFetch: (fetch) => {
        let attempts = 0;
        return (url, init) => {
          const { body } = init;
          const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
          if (!text.includes('"requestId"')) return fetch(url, init);
          const renamed = text.replace('"requestId":"', `"requestId":"${attempts++}-`);
          return fetch(url, { ...init, body: new TextEncoder().encode(renamed) });
        };
      },
    },
    found: /was rendered 2 times/,
  },
  "jobs are sent again as if that did no harm": {
    subject: {
      ...realSubject,
      submit: async (client, requestId, options, settings) => {
        const { operationId } = await call(
          settings,
          { ...submitJob, repetition: "safe" },
          { body: { requestId, usdContent } },
          options,
        );
        return client.jobs.follow(operationId);
      },
    },
    found: /was rendered 2 times|was rendered, and its caller got/,
  },
  "the minute is forgotten": {
    subject: {
      ...realSubject,
      submit: async (client, requestId, options, settings) => {
        const read = readSettings(settings);
        const retry = { ...read.retry, margin: -600_000, attempts: 12 };
        const transport = createTransport({ ...read, retry }, settings.apiKey);
        const { operationId } = await transport.call(submitJob, { body: { requestId, usdContent } }, options);
        return client.jobs.follow(operationId);
      },
    },
    found: /was rendered 2 times/,
  },
  "sessions are sent again as if that did no harm": {
    subject: {
      ...realSubject,
      openStream: async (client, requestId, options, settings) => {
        const { operationId } = await call(
          settings,
          { ...createStream, repetition: "safe" },
          { body: { requestId, usdContent } },
          options,
        );
        return client.streams.wait(operationId);
      },
    },
    found: /opened 2 sessions|was sent again though it may have been accepted/,
  },
  "worlds are sent again as if they were guarded": {
    subject: {
      ...realSubject,
      generate: async (client, name, options, settings) => {
        const { worldId } = await call(
          settings,
          { ...generateWorld, repetition: "guarded" },
          { body: { name, prompt: "a room" } },
          options,
        );
        return client.worlds.wait(worldId);
      },
    },
    found: /was begun 2 times|was sent again though it may have been accepted/,
  },
  "what is unknown is called failed": {
    subject: {
      ...realSubject,
      submit: (client, requestId, options) =>
        client.jobs.submit({ requestId, usdContent }, options).catch((error: unknown) => {
          throw error instanceof OutcomeUnknownError ? new ServerError("failed") : error;
        }),
    },
    found: /was rendered, and its caller got "ServerError"/,
  },
  "a 409 is a failure whatever came before it": {
    subject: {
      ...realSubject,
      submit: (client, requestId, options) =>
        client.jobs.submit({ requestId, usdContent }, options).catch((error: unknown) => {
          throw error instanceof AcceptedIdUnknownError ? new ServerError("failed") : error;
        }),
    },
    found: /was rendered, and its caller got "ServerError"/,
  },
  "retries without a budget": {
    subject: { ...realSubject, retry: { budget: 1_000_000 } },
    found: /retried beyond its budget/,
  },
  "polls at twice the rate": {
    subject: {
      ...realSubject,
      wrapClock: (clock) => ({
        now: () => clock.now(),
        random: () => clock.random(),
        sleep: (milliseconds, signal) => clock.sleep(milliseconds / 2, signal),
      }),
    },
    found: /again after \d+/,
  },
  "sessions are forgotten": {
    subject: {
      ...realSubject,
      wrapFetch: (fetch) => (url, init) =>
        init.method === "DELETE" ? Promise.resolve(new Response(null, { status: 204 })) : fetch(url, init),
    },
    found: /was left open/,
  },
};

/** A call through a separate transport, of an endpoint with a wrong definition. */
function call<Request extends EndpointRequest, Reply>(
  settings: ClientOptions,
  endpoint: Endpoint<Request, Reply>,
  request: Request,
  { signal, traceparent }: RequestOptions,
): Promise<Reply> {
  return createTransport(readSettings(settings), settings.apiKey).call(endpoint, request, { signal, traceparent });
}
