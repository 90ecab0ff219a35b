import { createTransport } from "./transport/create-transport.ts";
import { readSettings, type ClientOptions } from "./transport/read-settings.ts";
import type { Transport } from "./transport/transport.ts";

/**
 * The service, as one account sees it.
 *
 * ```ts
 * const client = new SpatialClient({ baseUrl: "https://gateway.example", apiKey: () => readKey() });
 * ```
 */
export class SpatialClient {
  readonly #transport: Transport;

  /** @throws InvalidRequestError For settings that are wrong; nothing is sent. */
  constructor(options: ClientOptions) {
    this.#transport = createTransport(readSettings(options), options.apiKey);
  }

  /** The gateway's address. */
  get baseUrl(): string {
    return this.#transport.settings.baseUrl;
  }

  /** Shows where it calls, and no key. */
  toString(): string {
    return `SpatialClient(${this.baseUrl})`;
  }
}
