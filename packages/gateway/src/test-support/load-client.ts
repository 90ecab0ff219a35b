/** Sends jobs as fast as they are answered. Runs as a separate process, so that several can run in parallel. */
import { Agent, request } from "node:http";
import { argv } from "node:process";
import { submitJob } from "@usdkit/contract";
import { scene } from "./caller.ts";

export interface Load {
  /** Base URLs; requests of one id are sent to them in turn. */
  readonly urls: readonly string[];
  /** Prefix of request ids. */
  readonly prefix: string;
  readonly ids: number;
  /** How often each id is sent concurrently. */
  readonly times: number;
  /** Number of ids in flight. */
  readonly atOnce: number;
}

export interface LoadReport {
  /** Number of ids by how many of their requests were accepted: "0", "1", … */
  readonly acceptances: Readonly<Record<string, number>>;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly seconds: number;
}

async function sendLoad({ urls, prefix, ids, times, atOnce }: Load): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce * times });
  const usdContent = scene("", "(24, 16)");
  const acceptances: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  let next = 0;
  const sendSome = async (): Promise<void> => {
    while (next < ids) {
      const id = next++;
      const body = JSON.stringify({ requestId: `${prefix}-${id}`, usdContent });
      const sent = Array.from({ length: times }, (_, i) => post(urls[(id + i) % urls.length] ?? "", body, agent));
      const answers = await Promise.all(sent);
      for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      const accepted = answers.filter((status) => status === 202).length;
      acceptances[accepted] = (acceptances[accepted] ?? 0) + 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { acceptances, statuses, seconds };
}

function post(url: string, body: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + submitJob.path, {
      method: submitJob.method,
      agent,
      headers: {
        authorization: "key-of-ada",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      },
    });
    sent.on("response", (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject).end(body);
  });
}

const [, file, text] = argv;
if (file === import.meta.filename && text !== undefined) {
  console.log(JSON.stringify(await sendLoad(JSON.parse(text) as Load)));
}
