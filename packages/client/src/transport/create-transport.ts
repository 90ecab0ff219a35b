import type { Endpoint, EndpointRequest } from "@usdkit/contract";
import { attempt } from "./attempt.ts";
import { Credentials, type ApiKey } from "./credentials.ts";
import { fetchFile } from "./fetch-file.ts";
import { classifyOutcome } from "./classify-outcome.ts";
import { logWarning } from "./log.ts";
import { prepareRequest, type CheckedRequest } from "./prepare-request.ts";
import { recordAttempt } from "./record-attempt.ts";
import { repeat } from "./repeat.ts";
import { RetryBudget } from "./retry-budget.ts";
import { Secrets } from "./secrets.ts";
import type { TransportSettings } from "./settings.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** The transport of a client. The key stays in a closure: it cannot be printed or read. */
export function createTransport(settings: TransportSettings, apiKey: ApiKey): Transport {
  const secrets = new Secrets();
  const credentials = new Credentials(apiKey, secrets);
  const budget = new RetryBudget(settings.retry.budget);
  const { clock, retry, timeout } = settings;

  const call = async <Request extends EndpointRequest, Reply>(
    endpoint: Endpoint<Request, Reply>,
    request: Request,
    given: CallOptions = {},
  ): Promise<Reply> => {
    const options: CallOptions = { ...given, traceparent: given.traceparent ?? settings.traceparent };
    if (options.upload !== undefined) secrets.add(options.upload.token);
    const prepared = prepareRequest(endpoint, request, { ...settings, options });
    const doubts = (endpoint.doubts?.(request) ?? []).filter(({ isWarned }) => isWarned);
    for (const [message, [first, ...others] = []] of Map.groupBy(doubts, (doubt) => doubt.message)) {
      // One mistake may occur in every file.
      const place = `${first?.path.join(".")}${others.length === 0 ? "" : ` and ${others.length} more`}`;
      const sent = others.length === 0 ? "It is sent as it is" : "They are sent as they are";
      logWarning(settings.logger, `${endpoint.id}: ${place}: ${message}. ${sent}.`);
    }
    const facts = {
      id: endpoint.id,
      repetition: endpoint.repetition,
      host: endpoint.host,
      url: prepared.url,
      requestId: prepared.requestId,
    };
    const withKey = endpoint.access === "key";
    const reply = await repeat<Reply, string | undefined>(
      { ...settings, retry: { ...retry, attempts: options.attempts ?? retry.attempts } },
      budget,
      {
        ...facts,
        advice: options.advice,
        retryAmbiguous: options.retryAmbiguous,
        onWait: options.onWait,
        onFailure: options.onFailure,
        wasRepeated: settings.fetchRepeats === true && options.isNewRequestId === true,
        signal: options.signal,
        regardless: options.regardless,
        deadline: options.deadline,
        spacing: options.spacing ?? 0,
        attemptTimeout: options.attemptTimeout ?? timeout.attempt + (prepared.size / timeout.slowestUpload) * 1000,
        access: () => (withKey ? credentials.key() : undefined),
        ...(withKey ? { renew: (key: string | undefined) => credentials.renew(key ?? "") } : {}),
        send: async (key, limits, place) => {
          const start = clock.now();
          const outcome = await attempt(settings.fetch, withAccess(endpoint, prepared, key, options), limits);
          const now = clock.now();
          const result = classifyOutcome(endpoint, outcome, {
            call: facts,
            now,
            timeout: limits.timeout,
            secrets,
            known: options.known,
          });
          const { id, method } = endpoint;
          recordAttempt({ settings, secrets }, { id, method, url: prepared.url }, { ...place, start }, result);
          return result;
        },
      },
    );
    for (const token of tokensOf(reply)) secrets.add(token);
    return reply;
  };

  return {
    clock,
    settings,
    call,
    fetchFile: async (url, request = {}) => fetchFile({ settings, budget, secrets }, url, request),
    protect: (secret) => secrets.add(secret),
    redact: (text) => secrets.redact(text),
  };
}

/** Adds the credential of the host: the key is sent only to the gateway, the token only to the upload host. */
function withAccess(
  endpoint: Pick<Endpoint, "access">,
  request: CheckedRequest,
  key: string | undefined,
  { upload }: CallOptions,
): CheckedRequest {
  switch (endpoint.access) {
    case "key":
      return key === undefined ? request : { ...request, headers: { ...request.headers, authorization: key } };
    case "upload-token":
      return upload === undefined
        ? request
        : { ...request, headers: { ...request.headers, "ous-token-v2": upload.token } };
    case "open":
      return request;
  }
}

/** Returns the tokens in a reply: of an upload (spec 2.1) and of a session (spec 2.7). */
function tokensOf(reply: unknown): readonly string[] {
  const found = [textField(reply, "ousToken"), textField(field(reply, "result"), "token")];
  return found.filter((token) => token !== undefined);
}

function textField(value: unknown, name: string): string | undefined {
  const text = field(value, name);
  return typeof text === "string" ? text : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
