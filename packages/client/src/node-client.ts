import { nodePlatform } from "./platform/node/node-platform.ts";
import { ServiceClient, type SpatialClientOptions } from "./spatial-client.ts";

/**
 * The service, as one account sees it. The paths of files can be given where a file is wanted.
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
    super(options, nodePlatform);
  }
}
