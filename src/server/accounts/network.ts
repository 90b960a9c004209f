import ipaddr from 'ipaddr.js';

/** The client that an address is counted for: an IPv6 /64, which one customer gets as a whole, or an IPv4 address however it is written. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
