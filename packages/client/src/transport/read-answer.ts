import type { Endpoint, EndpointReply, EndpointRequest } from "@usdkit/contract";
import { ProtocolError } from "../errors/errors.ts";
import type { Answer } from "./attempt.ts";
import { describeIssues } from "./issues.ts";
import { printable } from "./printable.ts";
import type { Secrets } from "./secrets.ts";

/** A good answer, read by its schema. */
export type ReadAnswer<Reply> =
  | { readonly kind: "reply"; readonly reply: Reply }
  /** It does not fit. `complete`: it is whole JSON, and would be the same a second time. */
  | { readonly kind: "unfit"; readonly error: ProtocolError; readonly complete: boolean };

/** Reads an answer whose status is 2xx. One that the endpoint does not name is read as the endpoint's own. */
export function readAnswer<Reply>(
  endpoint: Pick<Endpoint<EndpointRequest, Reply>, "id" | "replies">,
  answer: Answer,
  secrets: Secrets,
): ReadAnswer<Reply> {
  const { status, text } = answer;
  const known: EndpointReply<Reply> | undefined = endpoint.replies[status] ?? Object.values(endpoint.replies)[0];
  const facts = { endpoint: endpoint.id, status };
  const unfit = (problem: string, complete: boolean): ReadAnswer<Reply> => ({
    kind: "unfit",
    complete,
    error: new ProtocolError(
      `${endpoint.id}: the answer (${status}) does not fit the contract: ${secrets.redact(problem)}`,
      {
        ...facts,
      },
    ),
  });
  if (known === undefined) return unfit("the endpoint has none", true);

  let value: unknown;
  // A proxy's or a portal's page says nothing of what was asked for: a session is not ended by it.
  if (known.content !== "application/json" && isPage(answer)) return unfit(describeText(answer, secrets), true);
  if (known.content === "text/markdown") value = text;
  else if (known.content === "application/json") {
    try {
      value = JSON.parse(text);
    } catch {
      // Whole HTML is what it is; JSON that ends too early may come whole the next time.
      return unfit(describeText(answer, secrets), !looksLikeJson(text));
    }
  }
  const read = known.schema.safeParse(value);
  if (read.success) return { kind: "reply", reply: read.data };
  return unfit(`${describeIssues(read.error, "$")}. Is this client as new as the service?`, true);
}

/** What came in place of JSON, and what that hints at. Only of a page something is shown: JSON can hold a new token. */
function describeText({ headers, text }: Answer, secrets: Secrets): string {
  const type = printable(headers.get("content-type") ?? "no content type", 60);
  if (text.trim() === "") return `expected JSON, found nothing (${type})`;
  if (/^\s*</.test(text)) {
    const shown = printable(secrets.redact(text), 120);
    return `expected JSON, found a page (${type}: ${shown}). Is the base URL the service's own?`;
  }
  if (looksLikeJson(text))
    return `expected JSON, found a text that is cut or broken (${type}, ${text.length} characters)`;
  return `expected JSON, found ${text.length} characters of ${type}`;
}

function isPage({ headers, text }: Answer): boolean {
  return /^text\/html\b/i.test(headers.get("content-type") ?? "") && text.trim() !== "";
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:[[{"]|$)/.test(text);
}
