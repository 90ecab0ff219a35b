/** A service for the examples of a page, with a chair: the mesh `chair-01`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway, type Gateway } from "@usdkit/gateway";
import { chairGlb } from "../../demo/models.ts";

export const KEY = "key";

/** The service of this process, which all pages share. */
let running: Promise<{ readonly gateway: Gateway; readonly folder: string }> | undefined;

/** Returns the URL of the service, which runs until {@link closeService}. */
export async function startService(): Promise<string> {
  running ??= start();
  return (await running).gateway.url;
}

export async function closeService(): Promise<void> {
  if (running === undefined) return;
  const { gateway, folder } = await running;
  running = undefined;
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
}

async function start(): Promise<{ readonly gateway: Gateway; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), "docs-service-"));
  const seedData = join(folder, "seed");
  mkdirSync(seedData);
  writeFileSync(join(seedData, "chair-01.glb"), chairGlb());
  const gateway = await startGateway({ data: join(folder, "data"), seedData, apiKeys: new Map([[KEY, "ada"]]) });
  return { gateway, folder };
}
