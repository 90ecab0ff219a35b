// Sends the requests that schemathesis (PyPI) generates from the service's description to a running service, and checks
// the responses.
//
//   node test/schemathesis/check.ts [--seconds 40] [--seed 1] [--examples 50]
//
// The program is the one that `SCHEMATHESIS` names, or that is on the PATH (`pip install -r test/schemathesis/requirements.txt`).

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { KEY, startGatewayProcess } from "../gateway/gateway-process.ts";
import { makeThings, withLiveExamples } from "./live-document.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    examples: { type: "string", default: "50" },
  },
});

const program = process.env["SCHEMATHESIS"] ?? "schemathesis";
const hooks = join(import.meta.dirname, "hooks.py");
const folder = mkdtempSync(join(tmpdir(), "usdkit-schemathesis-"));
try {
  process.exitCode = await check();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function check(): Promise<number> {
  // Strict, as the description is: it allows no fields but those that it names.
  await using gateway = await startGatewayProcess(join(folder, "data"), "--sessions", "2", "--strict");
  const things = await makeThings(gateway.url, KEY, join(folder, "files"));
  const document: unknown = await (await fetch(`${gateway.url}/openapi.json`)).json();
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(withLiveExamples(document, things)));
  const config = join(folder, "schemathesis.toml");
  writeFileSync(config, configuration(gateway.url, await uploadToken(gateway.url)));
  const seconds = Number(values.seconds);
  const args = ["--config-file", config, "run", file, "--url", gateway.url, "--seed", values.seed];
  const everything = run([...args, "--max-examples", values.examples], Math.ceil(seconds * 0.7));
  // Sessions run once more alone: among twenty operations, create, use and delete are seldom drawn in order.
  const sessions = run(
    [...args, "--phases", "stateful", "--include-path-regex", "/streams"],
    Math.floor(seconds * 0.3),
  );
  if (gateway.child.exitCode !== null) console.error("the gateway ended");
  return everything && sessions && gateway.child.exitCode === null ? 0 : 1;
}

function run(args: readonly string[], seconds: number): boolean {
  const bounds = ["--max-time", String(seconds), "--request-timeout", "20", "--no-color"];
  const { status, error } = spawnSync(program, [...args, ...bounds], {
    stdio: "inherit",
    cwd: folder,
    env: { ...process.env, SCHEMATHESIS_HOOKS: hooks },
    // The remaining time is for started operations.
    timeout: (seconds + 40) * 1000,
  });
  if (error !== undefined) console.error(`${program}: ${error.message}`);
  return status === 0;
}

async function uploadToken(url: string): Promise<string> {
  const reply = await fetch(`${url}/global/asset/v1/token`, { headers: { authorization: KEY } });
  return ((await reply.json()) as { ousToken: string }).ousToken;
}

/**
 * Every check but these. `positive_data_acceptance`: a JSON Schema cannot define every valid request.
 * `allow_header_conformance`: `GET /global/world/v1/list` is the world of the id "list", so GET is rightly among the methods
 * there, but in the document it is at another path. `negative_data_rejection` at the upload host, which reports errors
 * by `c` in a reply of status 200.
 */
function configuration(url: string, token: string): string {
  return `base-url = ${JSON.stringify(url)}
continue-on-failure = true

[checks]
positive_data_acceptance.enabled = false
allow_header_conformance.enabled = false

[auth.openapi.gatewayKey]
api_key = ${JSON.stringify(KEY)}

[auth.openapi.uploadToken]
api_key = ${JSON.stringify(token)}

[[operations]]
include-path-regex = "^/ous/"
checks.negative_data_rejection.enabled = false
`;
}
