import { BlockList, isIP } from "node:net";

/** Addresses that are no public hosts (RFC 6890 and its successors): ours, our neighbours', and none at all. */
const refused = new BlockList();
for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  refused.addSubnet(address, prefix, "ipv4");
}
/** Of IPv6, 2000::/3 is what is given out; within it these embed addresses of IPv4 or are for documentation. */
for (const [address, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  refused.addSubnet(address, prefix, "ipv6");
}
const givenOut = new BlockList();
givenOut.addSubnet("2000::", 3, "ipv6");

/** Whether an address is one of a public host; false for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused.check(address, "ipv4");
  // Those of IPv4 in IPv6 (::ffff:0:0/96, 64:ff9b::/96) are not among what is given out.
  return version === 6 && givenOut.check(address, "ipv6") && !refused.check(address, "ipv6");
}
