/**
 * The scripted service in a process of its own, to try commands against:
 *
 *     node packages/client/test-service/cli.ts --fault jobs.submit=resetAfter --fault jobs.get=tooMany:2 --record seen.json
 *
 * Prints what `spatial` needs as environment, and ends on SIGINT or SIGTERM.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parseFault, parseOutcome, parsePlan } from "./script/parse-script.ts";
import { startTestService } from "./service.ts";

const HELP = `Options (numbers as they are, FAULT and so on as the functions of test-service, arguments behind colons):
  --port N                     of the gateway; a free one unless given
  --key KEY=USER               repeatable
  --fault ENDPOINT=FAULT       repeatable; of the next request: jobs.submit=resetAfter, jobs.get=tooMany:7
  --always ENDPOINT=FAULT      of every request that no --fault is for
  --outcome AREA=OUTCOME       repeatable; of the next operation: worlds=fails, jobs=never
  --socket PLAN                repeatable; of the next WebSocket: closesInHandshake, or handshake;code:0;frames:3;reset
  --polls N, --queue N         polls until an operation is done, positions in the queue of a session
  --block-size N, --file-size N, --frame-rate N, --frame-size N
  --forget-uploads             keep no bytes of uploads
  --record FILE                where the record goes at the end, as JSON
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
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
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const number = <Name extends string>(name: Name, text: string | undefined): { [Each in Name]?: number } =>
    text === undefined ? {} : ({ [name]: Number(text) } as { [Each in Name]: number });
  const keys = values.key?.map((text) => text.split("=") as [string, string]);
  await using service = await startTestService({
    ...number("port", values.port),
    ...number("polls", values.polls),
    ...number("queue", values.queue),
    ...number("blockSize", values["block-size"]),
    ...number("fileSize", values["file-size"]),
    ...(keys && { keys: Object.fromEntries(keys) }),
    keepsUploads: values["forget-uploads"] !== true,
    frames: { ...number("rate", values["frame-rate"]), ...number("size", values["frame-size"]) },
  });
  for (const text of values.fault ?? []) {
    const [endpoint, fault] = parseFault(text);
    service.script.on(endpoint, [fault]);
  }
  for (const text of values.always ?? []) service.script.always(...parseFault(text));
  for (const text of values.outcome ?? []) service.script.outcome(...parseOutcome(text));
  service.script.sessions(...(values.socket ?? []).map(parsePlan));

  process.stdout.write(
    `listening on ${service.baseUrl}\nSPATIAL_BASE_URL=${service.baseUrl}\nSPATIAL_API_KEY=${service.apiKey}\n`,
  );
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  if (values.record !== undefined) writeFileSync(values.record, `${JSON.stringify(service.record, undefined, 1)}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
