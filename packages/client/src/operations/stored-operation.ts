import * as z from "zod";
import { InvalidRequestError } from "../errors/errors.ts";
import { describeIssues } from "../transport/issues.ts";
import { kindNames, type KindName } from "./operation-kind.ts";

/** An operation as JSON, sufficient to resume it in another process. Contains no secret. */
export interface StoredOperation {
  readonly version: 1;
  readonly kind: KindName;
  /** The operation's id at the service: `operationId`, `worldId` or `taskId`. */
  readonly id: string;
  /** The `requestId` of jobs and sessions that were created here. */
  readonly requestId?: string | undefined;
}

const storedOperationSchema = z.looseObject({
  version: z.literal(1),
  kind: z.enum(kindNames),
  id: z.string().min(1).max(1024),
  requestId: z.string().max(128).optional(),
});

const newerSchema = z.looseObject({ version: z.number().gt(1) });

/**
 * Reads a stored operation, given as text or as an object.
 *
 * @throws InvalidRequestError If it is not a stored operation.
 */
export function readStoredOperation(stored: unknown): StoredOperation {
  let value = stored;
  if (typeof stored === "string") {
    try {
      value = JSON.parse(stored);
    } catch {
      throw new InvalidRequestError("resume: expected the JSON of an operation, found other text.");
    }
  }
  // A handle is accepted too.
  if (typeof value === "object" && value !== null && "toJSON" in value) value = JSON.parse(JSON.stringify(value));
  const read = storedOperationSchema.safeParse(value);
  if (!read.success) {
    const newer = newerSchema.safeParse(value).success ? " It was stored by a newer client." : "";
    throw new InvalidRequestError(`resume: ${describeIssues(read.error, "$")}.${newer}`);
  }
  const { version, kind, id, requestId } = read.data;
  return { version, kind, id, ...(requestId === undefined ? {} : { requestId }) };
}
