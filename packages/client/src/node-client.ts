import { nodePlatform } from "./platform/node/node-platform.ts";
import { ServiceClient, type SpatialClientOptions } from "./spatial-client.ts";

/**
 * Client of the service for one account. Files may be given as paths.
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
    super(options, nodePlatform);
  }
}
