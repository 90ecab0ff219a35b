import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestService, type SeenRequest, type ServiceOptions, type TestService } from "@usdkit/test-service";
import { SocketClock } from "@usdkit/test-service/time/socket-clock";
import { Assets } from "../assets/assets.ts";
import { nodePlatform } from "../platform/node/node-platform.ts";
import { createTransport } from "../transport/create-transport.ts";
import { readSettings, type ClientOptions } from "../transport/read-settings.ts";
import type { Transport } from "../transport/transport.ts";

/** A service on loopback, a client of it, and a folder for files. */
export interface UploadSite extends AsyncDisposable {
  readonly service: TestService;
  readonly transport: Transport;
  readonly assets: Assets;
  readonly folder: string;
}

/** Retries that do not delay a test. */
/** Retries without waiting. An attempt may take as long as it does on a busy machine. */
const QUICK = { retry: { baseDelay: 1, maxDelay: 5, attempts: 3 }, timeout: { attempt: 20_000 } };

export async function uploadSite(
  options: ServiceOptions = {},
  client: Partial<ClientOptions> = {},
): Promise<UploadSite> {
  const service = await startTestService(options);
  const folder = await mkdtemp(join(tmpdir(), "usdkit-test-"));
  const settings = readSettings({ ...QUICK, baseUrl: service.baseUrl, apiKey: service.apiKey, ...client });
  const transport = createTransport(settings, service.apiKey);
  return {
    service,
    transport,
    assets: new Assets(transport, nodePlatform),
    folder,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A site whose clock advances only while both sides are idle. */
export interface TimedSite extends UploadSite {
  readonly clock: SocketClock;
}

/** As {@link uploadSite}; run calls with the clock's `outcomeOf`. */
export async function timedSite(options: ServiceOptions = {}, client: Partial<ClientOptions> = {}): Promise<TimedSite> {
  const clock = new SocketClock();
  const time = { now: () => clock.now(), sleep: (milliseconds: number) => clock.sleep(milliseconds) };
  return {
    ...(await uploadSite(
      { ...options, ...time },
      { clock, fetch: clock.fetch, timeout: { attempt: 3000 }, ...client },
    )),
    clock,
  };
}

/**
 * Returns the parts of the upload that began last: each upload requests a token of its own. Parts of an aborted upload that
 * the host reads only now, as it had no time before, are not among them.
 */
export function partsOfLastUpload({ service }: UploadSite): readonly SeenRequest[] {
  const token = service.record.of("assets.uploadInit").at(-1)?.headers["ous-token-v2"];
  return service.record.of("assets.uploadPart").filter(({ headers }) => headers["ous-token-v2"] === token);
}

/** Returns bytes without repetition, determined by the seed. */
export function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed | 1;
  for (let i = 0; i < length; i++) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** Returns the rejection of a promise. @throws Error if it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
