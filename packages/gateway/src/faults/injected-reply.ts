import { businessCodes, makeApiError, makeUploadRefusal, serviceDomain, type AnyEndpoint } from "@usdkit/contract";
import type { Fault } from "./fault.ts";

const MESSAGE = "an injected fault";

/** Symbolic statuses of errors that have no business code: a proxy in front of the service sends them. */
const proxyStatuses: Readonly<Record<number, string>> = {
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** A response that is sent instead of handling the request. */
export interface InjectedReply {
  readonly status: number;
  readonly body: object;
}

/**
 * Returns the response that a fault asks for, with the body that the service has for this error (spec 7.1, 7.2; the
 * envelope on the upload host); undefined if the fault has neither `status` nor `code`.
 */
export function injectedReply(
  { status, code }: Fault,
  { host, path }: Pick<AnyEndpoint, "host" | "path">,
): InjectedReply | undefined {
  if (status === undefined && code === undefined) return undefined;
  const row = Object.values(businessCodes).find(({ http, bizCode }) => http === status || bizCode === code);
  const http = status ?? row?.http ?? businessCodes.internal.http;
  if (host === "upload") return { status: http, body: makeUploadRefusal(http, MESSAGE) };
  const domain = serviceDomain(path);
  if (row !== undefined) return { status: http, body: makeApiError({ name: row.name, domain, detail: MESSAGE }) };
  const instead = { http, status: proxyStatuses[http] ?? businessCodes.internal.status };
  return { status: http, body: makeApiError({ name: "internal", domain, detail: MESSAGE, ...instead }) };
}
