/**
 * The scripted service in its own process, for trying commands against it:
 *
 *     node packages/test-service/src/cli.ts --fault jobs.submit=resetAfter --fault jobs.get=tooMany:2 --record
 * seen.json
 *
 * Prints the environment variables for `spatial`, and ends on SIGINT or SIGTERM.
 */
import { writeFileSync } from "node:fs";
import { startFromArguments, USAGE } from "./service/start-from-arguments.ts";

async function main(): Promise<void> {
  const started = await startFromArguments(process.argv.slice(2));
  if (started === undefined) {
    process.stdout.write(USAGE);
    return;
  }
  await using service = started.service;
  process.stdout.write(
    `listening on ${service.baseUrl}\nSPATIAL_BASE_URL=${service.baseUrl}\nSPATIAL_API_KEY=${service.apiKey}\n`,
  );
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  if (started.record !== undefined) writeFileSync(started.record, `${JSON.stringify(service.record, undefined, 1)}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
