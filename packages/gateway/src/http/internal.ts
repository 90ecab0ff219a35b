/** `/internal`: requests between the processes of the service. Responds 404 to anyone else. */
import { timingSafeEqual } from "node:crypto";
import { hashSecret } from "../access/api-keys.ts";
import { readJson } from "./read-body.ts";
import { sendJson } from "./send.ts";
import type { Exchange } from "./exchange.ts";
import type { Service } from "./service.ts";

/** Bytes of a request other than the Base64 of its scene; names of meshes are at most as long as the scene. */
const ASK_REST = 65_536;

export async function answerInternal(
  { request, response, path, budget }: Exchange,
  { internalSecret, settings, localHub, onProblem }: Service,
): Promise<void> {
  // A single-process service does not use it.
  const { answerAsk, ASK_PATH, askSchema, SECRET_HEADER } = await import("../streams/hub-protocol.ts");
  const given = request.headers[SECRET_HEADER];
  const isRight =
    internalSecret !== undefined &&
    typeof given === "string" &&
    timingSafeEqual(hashSecret(given), hashSecret(internalSecret));
  if (!isRight || path !== ASK_PATH || request.method !== "POST") {
    const headers: Record<string, string> = request.complete ? {} : { connection: "close" };
    return sendJson(response, 404, { message: "unknown endpoint" }, { headers });
  }
  try {
    const most = Math.ceil(settings.maxSceneSize / 3) * 8 + ASK_REST;
    const ask = askSchema.parse(await readJson(request, most, budget));
    sendJson(response, 200, { value: await answerAsk(ask, localHub) });
  } catch (error) {
    onProblem(error);
    sendJson(response, 500, { message: "this process failed" });
  }
}
