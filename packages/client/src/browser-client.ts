import { browserPlatform } from "./platform/browser/browser-platform.ts";
import { ServiceClient, type SpatialClientOptions } from "./spatial-client.ts";

/**
 * The service, as one account sees it. Files are given as File, Blob or FileSystemDirectoryHandle: there are no paths.
 *
 * ```ts
 * const client = new SpatialClient({ baseUrl: "https://gateway.example", apiKey: () => readKey() });
 * const job = await client.jobs.submit({ usdContent });
 * const { resultUrl } = await job.result();
 * ```
 */
export class SpatialClient extends ServiceClient {
  /** @throws InvalidRequestError For settings that are wrong; nothing is sent. */
  constructor(options: SpatialClientOptions) {
    super(options, browserPlatform);
  }
}
