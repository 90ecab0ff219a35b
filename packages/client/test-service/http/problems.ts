/** The errors of the gateway, spec 7.2 and 7.3, and the codes that stand in for those the specification does not show. */
import { problemReply, type Reply } from "./reply.ts";

export const invalid = (message: string, domain?: string): Reply =>
  problemReply({ status: 400, symbol: "INVALID_ARGUMENT", bizCode: "10001", message, ...(domain && { domain }) });

export const unauthenticated = (): Reply =>
  problemReply({ status: 401, symbol: "UNAUTHENTICATED", bizCode: "10004", message: "Not logged in" });

export const forbidden = (): Reply =>
  problemReply({ status: 403, symbol: "PERMISSION_DENIED", bizCode: "12003", message: "no permission" });

export const notFound = (message: string, domain?: string): Reply =>
  problemReply({ status: 404, symbol: "NOT_FOUND", bizCode: "12001", message, ...(domain && { domain }) });

export const alreadyExists = (requestId: string): Reply =>
  problemReply({
    status: 409,
    symbol: "ALREADY_EXISTS",
    bizCode: "14009",
    message: `requestId ${requestId} was used within the last minute`,
    domain: "rendercloud",
  });

export const notActive = (sessionId: string): Reply =>
  problemReply({
    status: 409,
    symbol: "FAILED_PRECONDITION",
    bizCode: "14009",
    message: `session ${sessionId} is not ACTIVE`,
    domain: "rendercloud",
  });

export const rateLimited = (headers: Readonly<Record<string, string>>): Reply =>
  problemReply(
    { status: 429, symbol: "RESOURCE_EXHAUSTED", bizCode: "11001", message: "task global rate limit" },
    headers,
  );

export const serverTrouble = (status: number): Reply =>
  problemReply({ status, symbol: status === 503 ? "UNAVAILABLE" : "INTERNAL", bizCode: "10500", message: "trouble" });
