/** An S3-compatible test server: moto's, which verifies signatures as Amazon does. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { AwsClient } from "aws4fetch";
import { freePort } from "./postgres-server.ts";

export interface ObjectStore extends AsyncDisposable {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Requires this exact version: other releases reject valid signatures (5.2.1 does for list requests). */
const COMMAND = process.env["MOTO_SERVER"] ?? "";

/** Why the server cannot run; undefined if it can. */
export const noObjectStore: string | undefined =
  COMMAND !== "" && spawnSync(COMMAND, ["--help"], { stdio: "ignore" }).status === 0
    ? undefined
    : "MOTO_SERVER names no moto_server (PyPI: moto[s3,server], in the version of .ci/run)";

/** Requests accepted without a signature, to create the user that signs the others. */
const SETUP = ["CreateUser", "PutUserPolicy", "CreateAccessKey"] as const;

export async function startObjectStore(): Promise<ObjectStore> {
  const port = await freePort();
  const environment = { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(SETUP.length) };
  const server = spawn(COMMAND, ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore", env: environment });
  const endpoint = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const reply = await fetch(`${endpoint}/moto-api/data.json`).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.ok === true) break;
    if (tries > 300) throw new Error("moto_server did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const anybody = new AwsClient({ accessKeyId: "any", secretAccessKey: "any", service: "iam", region: "us-east-1" });
  const everything = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }] };
  let answer = "";
  for (const action of SETUP) {
    const fields = { Action: action, Version: "2010-05-08", UserName: "gateway", PolicyName: "all" };
    const body = new URLSearchParams({ ...fields, PolicyDocument: JSON.stringify(everything) });
    const response = await anybody.fetch(endpoint, {
      method: "POST",
      body: body.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    answer = await response.text();
    if (!response.ok) throw new Error(`${action}: ${answer}`);
  }
  const of = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer)?.[1] ?? "";
  const keys = { accessKeyId: of("AccessKeyId"), secretAccessKey: of("SecretAccessKey") };
  const bucket = "gateway-files";
  const client = new AwsClient({ ...keys, service: "s3", region: "us-east-1" });
  const made = await client.fetch(`${endpoint}/${bucket}`, { method: "PUT" });
  if (!made.ok) throw new Error(await made.text());
  return {
    endpoint,
    bucket,
    ...keys,
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
    },
  };
}
