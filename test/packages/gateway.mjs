// What a user of the installed package writes; `check:packages` type-checks and runs it.
import { startGateway, StorageError } from "@usdkit/gateway";

const scene = `#usda 1.0

def Camera "Main"
{
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (64, 48)
    }
}
`;

const gateway = await startGateway({ data: "gateway-data", apiKeys: new Map([["key", "ada"]]) }).catch(
  (/** @type {unknown} */ error) => {
    // The oldest Node has SQLite behind a flag, and the message names it.
    if (error instanceof StorageError && error.message.includes("--experimental-sqlite")) return undefined;
    throw error;
  },
);
if (gateway !== undefined) {
  try {
    const job = await call(gateway.url, { requestId: `${Date.now()}`, usdContent: btoa(scene) });
    let answer = job;
    while (!answer.done) answer = await call(gateway.url, { operationId: job.operationId });
    const image = await fetch(answer.result?.resultUrl ?? "");
    if (image.headers.get("content-type") !== "image/png") throw new Error("the job has no image");
  } finally {
    await gateway.close();
  }
}

/**
 * @typedef {{ operationId: string, done: boolean, result: { resultUrl: string } | null }} Job
 * @param {string} url
 * @param {object} body
 * @returns {Promise<Job>}
 */
async function call(url, body) {
  const headers = { authorization: "key", "content-type": "application/json" };
  const reply = await fetch(`${url}/global/rendercloud/v1/jobs`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return /** @type {Promise<Job>} */ (reply.json());
}
