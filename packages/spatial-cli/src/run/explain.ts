import { NotFoundError, OperationFailedError, ResultMissingError, SpatialError, StreamError } from "@usdkit/client";
import { SceneInvalidError } from "@usdkit/render";
import { adviceOf, type RunStage, type RunState } from "../context/run-state.ts";

/** A failure as JSON for programs. */
export function describeFailure(error: unknown, exitCode: number, { accepted, stage }: RunState): object {
  const facts: Partial<SpatialError> = error instanceof SpatialError ? error : {};
  const { status, bizCode, reason, requestId, operationId, handle, retryAfter } = facts;
  const failure = {
    name: error instanceof Error ? error.name : "Error",
    message: messageOf(error),
    exitCode,
    status,
    bizCode,
    reason,
    requestId,
    operationId: operationId ?? accepted?.id,
    handle: handle ?? accepted?.handle,
    retryAfter,
    [accepted?.isEndedBy === true ? "close" : "resume"]: hasEnded(error, stage) ? undefined : accepted?.resume,
  };
  if (!(error instanceof SceneInvalidError)) return failure;
  const findings = error.findings.map(({ rule, severity, message, primPath, property, start, end }) => {
    return { rule, severity, message, primPath, property, range: { start, end } };
  });
  return { ...failure, findings };
}

/** Describes a failure for the user, with hints. */
export function explainFailure(
  error: unknown,
  name: string,
  { accepted, stage }: RunState,
  baseUrl: string | undefined,
): string {
  const lines = [`${name}: ${messageOf(error)}`];
  if (error instanceof AggregateError) {
    for (const each of error.errors) lines.push(`  ${messageOf(each)}`);
  }
  if (baseUrl?.startsWith("http:") === true && accepted === undefined && wasHungUp(error)) {
    lines.push(`The address ${baseUrl} begins with http: does the service want https?`);
  }
  const { requestId, operationId } =
    error instanceof SpatialError ? error : { requestId: undefined, operationId: undefined };
  if (accepted !== undefined && !hasEnded(error, stage)) {
    const advice = adviceOf(accepted);
    lines.push(`${advice.charAt(0).toUpperCase()}${advice.slice(1)}: ${accepted.resume}`);
  } else if (operationId !== undefined) lines.push(`The operation is ${operationId}.`);
  else if (requestId !== undefined) lines.push(`The requestId was ${requestId}.`);
  return lines.join("\n");
}

/** Returns whether nothing can be resumed. A missing file does not undo a finished operation. */
function hasEnded(error: unknown, stage: RunStage): boolean {
  if (error instanceof ResultMissingError) return true;
  return stage !== "done" && (error instanceof OperationFailedError || error instanceof NotFoundError);
}

/** Returns whether the server closed the connection or did not speak HTTP, as a TLS server does. */
function wasHungUp(error: unknown): boolean {
  let cause = error;
  // A bounded number: a cause can refer to itself.
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    if (cause.name === "HTTPParserError" || (cause as NodeJS.ErrnoException).code === "UND_ERR_SOCKET") return true;
    ({ cause } = cause);
  }
  return false;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Its message names a call of the library; the command that ends the session is printed with it.
  if (error instanceof StreamError && error.failure === "notEnded" && error.problem !== undefined) return error.problem;
  // An unexpected error: only its stack helps.
  const isOurs = error instanceof SpatialError || error instanceof AggregateError || KNOWN.has(error.name);
  return isOurs ? error.message : `internal error: ${error.stack ?? error.message}`;
}

const KNOWN: ReadonlySet<string> = new Set(["UsageError", "IoError", "InterruptError", "SceneError"]);
