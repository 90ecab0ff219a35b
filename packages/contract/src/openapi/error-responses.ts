import type { AnyEndpoint } from "../endpoint/endpoint.ts";
import { makeUploadRefusal } from "../asset/upload-envelope.ts";
import { makeApiError } from "../errors/api-error.ts";
import { businessCodes } from "../errors/business-codes.ts";
import { COMPONENTS, type JsonObject } from "./json-schema.ts";

/** The meaning of each HTTP status of an error. */
const meanings: Readonly<Record<number, string>> = {
  400: "The request is invalid, or cannot be fulfilled.",
  401: "The key or token is missing or wrong.",
  403: "The resource belongs to another user.",
  404: "No resource has this id.",
  409: "The request was accepted before, or the state does not allow it. Do not repeat it.",
  413: "The file or part is too large.",
  429: "Too many requests. Retry later.",
  500: "The service failed.",
};

/** The shared responses of operations: `Error404` of the gateway, `UploadError413` of the upload host. */
export function errorResponses(endpoints: readonly AnyEndpoint[]): JsonObject {
  const names = endpoints.flatMap(({ host, errors }) => errors.map((status) => [host, status] as const));
  const entries = names.map(([host, status]) =>
    host === "upload"
      ? ([`UploadError${status}`, uploadError(status)] as const)
      : ([`Error${status}`, gatewayError(status)] as const),
  );
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function gatewayError(status: number): JsonObject {
  const rows = Object.values(businessCodes).filter(({ http }) => http === status);
  const list = rows.map(
    ({ bizCode, condition, source }) =>
      `- \`${bizCode}\`: ${condition}${source === "ours" ? " (not in the specification)" : ""}`,
  );
  const examples = rows.map(({ name }) => {
    const domain = name === "no-permission" ? "world" : "rendercloud";
    return [name, { value: makeApiError({ name, domain }) }] as const;
  });
  return {
    description: [meanings[status] ?? `Status ${status}.`, list.join("\n")].join("\n\n"),
    content: {
      "application/json": { schema: { $ref: `${COMPONENTS}ApiError` }, examples: Object.fromEntries(examples) },
    },
  };
}

function uploadError(status: number): JsonObject {
  const meaning = meanings[status] ?? `Status ${status}.`;
  return {
    description: `${meaning}\n\n**Not in the specification.** The body is the envelope.`,
    content: {
      "application/json": {
        schema: { $ref: `${COMPONENTS}UploadRefusal` },
        examples: { refused: { value: makeUploadRefusal(status, meaning) } },
      },
    },
  };
}
