import {
  parseReply,
  readReply,
  type Endpoint,
  type EndpointReply,
  type EndpointRequest,
  type ReadProblem,
} from "@usdkit/contract";
import { ProtocolError } from "../errors/errors.ts";
import type { Answer } from "./attempt.ts";
import { describeProblems } from "./issues.ts";
import { printable } from "./printable.ts";
import type { Secrets } from "./secrets.ts";

/** The parsed answer to a request that succeeded. */
export type ReadAnswer<Reply> =
  | { readonly kind: "reply"; readonly reply: Reply }
  /** A required field cannot be read. `complete`: the body is whole, and would be the same a second time. */
  | { readonly kind: "invalid"; readonly error: ProtocolError; readonly complete: boolean };

type ReadEndpoint<Reply> = Pick<
  Endpoint<EndpointRequest, Reply>,
  "id" | "method" | "repetition" | "replies" | "isDoneBy2xx"
>;

/**
 * Reads a 2xx answer. A status that the endpoint does not define is read as its first reply.
 *
 * @param known Fields that replace required ones that cannot be read.
 */
export function readAnswer<Reply>(
  endpoint: ReadEndpoint<Reply>,
  answer: Answer,
  secrets: Secrets,
  known: object = {},
): ReadAnswer<Reply> {
  const { status, text } = answer;
  const expected: EndpointReply<Reply> | undefined = endpoint.replies[status] ?? Object.values(endpoint.replies)[0];
  const invalid = (what: string, complete: boolean): ReadAnswer<Reply> => {
    const problem = `the answer (${status}) cannot be used: ${secrets.redact(what)}`;
    const error = new ProtocolError(`${endpoint.id}: ${problem}`, { endpoint: endpoint.id, status, problem });
    return { kind: "invalid", complete, error };
  };
  if (expected === undefined) return invalid("the endpoint has no replies", true);

  // A page of a proxy or a portal does not come from the service: it does not confirm the end of a session.
  if ((expected.content !== "application/json" || endpoint.isDoneBy2xx === true) && isPage(answer)) {
    return invalid(describeText(answer, secrets), true);
  }
  if (expected.content !== "application/json") {
    const value = expected.schema.safeParse(expected.content === "none" ? undefined : text);
    return value.success ? { kind: "reply", reply: value.data } : invalid("it is not of the expected type", true);
  }
  let value: unknown;
  try {
    value = parseReply(text);
  } catch {
    // A complete HTML page stays the same; truncated JSON may arrive complete the next time.
    if (endpoint.isDoneBy2xx !== true) return invalid(describeText(answer, secrets), !looksLikeJson(text));
  }
  const read = readReply(expected.schema, value, known);
  if (read.kind === "read") return { kind: "reply", reply: read.value };
  // No field of the body is required: the caller's known fields are the reply.
  if (endpoint.isDoneBy2xx === true) return { kind: "reply", reply: { ...known } as Reply };
  return invalid(describeUnreadable(read.problems, endpoint, text), true);
}

/** Describes the missing fields; for a create also the body, which may contain the operation's id elsewhere. */
function describeUnreadable(
  problems: readonly ReadProblem[],
  { repetition }: Pick<Endpoint, "repetition">,
  text: string,
): string {
  const what = describeProblems(problems, "$");
  return repetition === "safe"
    ? `${what}. Is this client as new as the service?`
    : `${what}. The response is: ${shown(text)}`;
}

const TOKENS = /("(?:ous)?token"\s*:\s*)"[^"]*"/gi;

/** Formats a body for a message, without the tokens that it may contain. */
function shown(text: string): string {
  return printable(text.slice(0, 4000).replaceAll(TOKENS, '$1"…"'), 500);
}

/** Describes a body that is not JSON. Text is shown only of an HTML page: JSON can contain a new token. */
function describeText({ headers, text }: Answer, secrets: Secrets): string {
  const type = printable(headers.get("content-type") ?? "no content type", 60);
  if (text.trim() === "") return `expected JSON, found nothing (${type})`;
  if (/^\s*</.test(text)) {
    const page = printable(secrets.redact(text), 120);
    return `expected JSON, found a page (${type}: ${page}). Is the base URL the service's own?`;
  }
  if (looksLikeJson(text))
    return `expected JSON, found a text that is cut or broken (${type}, ${text.length} characters)`;
  return `expected JSON, found ${text.length} characters of ${type}`;
}

function isPage({ headers, text }: Answer): boolean {
  if (text.trim() === "") return false;
  return (
    /^text\/html\b/i.test(headers.get("content-type") ?? "") || /^\s*<(?:!doctype|html)\b/i.test(text.slice(0, 200))
  );
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:[[{"]|$)/.test(text);
}
