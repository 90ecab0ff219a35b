/** `/admin`: the clock and the faults, for testing clients against the service. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { hashSecret } from "../access/api-keys.ts";
import { ManualClock } from "../settings/clock.ts";
import { ApiFailure } from "./api-failure.ts";
import { faultRulesSchema } from "../faults/fault.ts";
import { readJson, type BodyBudget } from "./read-body.ts";
import { sendFailure, sendJson } from "./send.ts";
import type { Exchange } from "./exchange.ts";
import type { Service } from "./service.ts";

const MAX_BODY = 1 << 20;

const advanceSchema = z.strictObject({ advanceMs: z.number().min(0).max(1e12) });

export async function answerAdmin({ request, response, path, budget }: Exchange, service: Service): Promise<void> {
  try {
    checkKey(request, service);
    const { clock, faults, settings, sessions } = service;
    const route = `${request.method ?? ""} ${path}`;
    if (path === "/admin/clock" && !(clock instanceof ManualClock)) {
      throw new ApiFailure("not-found", "the clock is the system's; start with --clock manual");
    }
    if (path === "/admin/faults" && !settings.faults) throw new ApiFailure("not-found", "start with --faults");
    if (route === "GET /admin/clock") sendJson(response, 200, { now: clock.now() });
    else if (route === "POST /admin/clock" && clock instanceof ManualClock) {
      clock.advance((await read(request, advanceSchema, budget)).advanceMs);
      sessions.endIdle();
      sendJson(response, 200, { now: clock.now() });
    } else if (route === "GET /admin/faults") sendJson(response, 200, faults.list());
    else if (route === "PUT /admin/faults") {
      faults.set(await read(request, faultRulesSchema, budget));
      sendJson(response, 200, faults.list());
    } else throw new ApiFailure("not-found", "expected GET or POST /admin/clock, GET or PUT /admin/faults");
  } catch (error) {
    sendFailure(response, error, { path, sending: "whole", onProblem: service.onProblem });
  }
}

function checkKey({ headers }: IncomingMessage, { settings, keys }: Service): void {
  const given = headers.authorization ?? "";
  const { adminKey } = settings;
  const isRight =
    adminKey === undefined
      ? keys.userOf(given) !== undefined
      : timingSafeEqual(hashSecret(given), hashSecret(adminKey));
  if (!isRight) throw new ApiFailure("not-logged-in", "the admin key is missing or invalid");
}

async function read<Value>(request: IncomingMessage, schema: z.ZodType<Value>, budget: BodyBudget): Promise<Value> {
  const parsed = schema.safeParse(await readJson(request, MAX_BODY, budget));
  if (parsed.success) return parsed.data;
  const messages = parsed.error.issues.map(
    ({ path, message }) => `${["body", ...path.map(String)].join(".")}: ${message}`,
  );
  throw new ApiFailure("invalid-parameters", messages.slice(0, 5).join("; "));
}
