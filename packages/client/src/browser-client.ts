import { browserPlatform } from "./platform/browser/browser-platform.ts";
import { ServiceClient, type SpatialClientOptions } from "./spatial-client.ts";

/**
 * Client of the service for one account. Files are given as File, Blob or FileSystemDirectoryHandle; there are no
 * paths.
 *
 * ```ts
 * const client = new SpatialClient({ baseUrl: "https://gateway.example", apiKey: () => readKey() });
 * const job = await client.jobs.submit({ usdContent });
 * const { resultUrl } = await job.result();
 * ```
 */
export class SpatialClient extends ServiceClient {
  /** @throws InvalidRequestError If the settings are invalid; nothing is sent. */
  constructor(options: SpatialClientOptions) {
    super(options, browserPlatform);
  }
}
