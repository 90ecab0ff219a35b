/** Starts a service from command-line arguments. */
import { parseArgs } from "node:util";
import { startTestService, type TestService } from "./service.ts";
import { parseFault, parseOutcome, parsePlan } from "../script/parse-script.ts";

export const USAGE = `Options (numbers are plain, FAULT and so on are functions of test-service with arguments behind colons):
  --port N                     of the gateway; default: a free one
  --key KEY=USER               repeatable
  --fault ENDPOINT=FAULT       repeatable; of the next request: jobs.submit=resetAfter, jobs.get=tooMany:7
  --always ENDPOINT=FAULT      of every request that no --fault is for
  --outcome AREA=OUTCOME       repeatable; of the next operation: worlds=fails, jobs=never
  --socket PLAN                repeatable; of the next WebSocket: closesInHandshake, or handshake;code:0;frames:3;reset
  --polls N, --queue N         polls until an operation is done, positions in the queue of a session
  --block-size N, --file-size N, --frame-rate N, --frame-size N
  --forget-uploads             keep no bytes of uploads
  --record FILE                where to write the record at the end, as JSON
`;

/** The parsed arguments. */
export interface StartedService {
  readonly service: TestService;
  /** The file for its record. */
  readonly record: string | undefined;
}

/**
 * Starts a service; returns undefined for `--help`.
 *
 * @throws Error for an unknown option, endpoint, fault, outcome or step.
 */
export async function startFromArguments(args: readonly string[]): Promise<StartedService | undefined> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean" },
      port: { type: "string" },
      key: { type: "string", multiple: true },
      fault: { type: "string", multiple: true },
      always: { type: "string", multiple: true },
      outcome: { type: "string", multiple: true },
      socket: { type: "string", multiple: true },
      polls: { type: "string" },
      queue: { type: "string" },
      "block-size": { type: "string" },
      "file-size": { type: "string" },
      "frame-rate": { type: "string" },
      "frame-size": { type: "string" },
      "forget-uploads": { type: "boolean" },
      record: { type: "string" },
    },
  });
  if (values.help === true) return undefined;
  const number = <Name extends string>(name: Name, text: string | undefined): { [Each in Name]?: number } =>
    text === undefined ? {} : ({ [name]: Number(text) } as { [Each in Name]: number });
  const keys = values.key?.map((text) => text.split("=") as [string, string]);
  const service = await startTestService({
    ...number("port", values.port),
    ...number("polls", values.polls),
    ...number("queue", values.queue),
    ...number("blockSize", values["block-size"]),
    ...number("fileSize", values["file-size"]),
    ...(keys && { keys: Object.fromEntries(keys) }),
    keepsUploads: values["forget-uploads"] !== true,
    frames: { ...number("rate", values["frame-rate"]), ...number("size", values["frame-size"]) },
  });
  try {
    for (const text of values.fault ?? []) {
      const [endpoint, fault] = parseFault(text);
      service.script.on(endpoint, [fault]);
    }
    for (const text of values.always ?? []) service.script.always(...parseFault(text));
    for (const text of values.outcome ?? []) service.script.outcome(...parseOutcome(text));
    service.script.sessions(...(values.socket ?? []).map(parsePlan));
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
  return { service, record: values.record };
}
