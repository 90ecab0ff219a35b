import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import type { Addresses } from "../http/service.ts";
import type { Settings } from "../settings/settings.ts";

/** URLs of this process. The port is 0 until the server listens. */
export interface OwnAddresses {
  readonly public: () => Addresses;
  /** The URL at which other processes reach this one. */
  readonly internal: () => string;
}

/** Returns the addresses that the settings define; others are those of the server. */
export function ownAddresses(settings: Settings, server: Server): OwnAddresses {
  const { host, publicUrl, uploadUrl, internalUrl } = settings;
  return {
    public: () => {
      const base = publicUrl ?? origin(host, server);
      return { base, upload: uploadUrl ?? base };
    },
    // Bound to all interfaces, it is reached by the name of the machine.
    internal: () => internalUrl ?? origin(host === "0.0.0.0" || host === "::" ? hostname() : host, server),
  };
}

function origin(host: string, server: Server): string {
  const { port } = (server.address() ?? { port: 0 }) as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
