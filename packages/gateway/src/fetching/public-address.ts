import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The IPv6 range assigned to public hosts. */
const IPV6_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns whether an address is public: not private, local or reserved, and not an IPv4 address embedded in IPv6.
 * Returns false if the text is not an address.
 */
export function isPublicAddress(address: string): boolean {
  // The library also parses hexadecimal and shortened IPv4.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(IPV6_UNICAST);
}
