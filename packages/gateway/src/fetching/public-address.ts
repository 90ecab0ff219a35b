import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The part of IPv6 that is assigned to public hosts. */
const IPV6_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns whether an address is one of a public host: not private, local, reserved, nor an IPv4 address embedded in IPv6.
 * False for text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  // The library also reads hexadecimal and shortened IPv4.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(IPV6_UNICAST);
}
