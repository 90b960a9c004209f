import ipaddr from 'ipaddr.js';

/**
 * Whom an address is counted for. IPv6 is handed out by the /64: whoever has one address there has all of them.
 * An IPv4 address written as IPv6 is the same client.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
