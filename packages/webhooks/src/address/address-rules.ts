import ipaddr from 'ipaddr.js';

/** The rules of an address. A refused address names the one that it broke. */
export const addressRules = {
  'url-unreadable': 'must be an absolute URL',
  'https-only': 'must begin with https://',
  'no-credentials': 'must have no user name and no password',
  'port-not-allowed': 'must use port 443 or 8443',
  'host-inside':
    'must not point inside a private network: loopback, private, link-local, shared, mapped, translated and ' +
    'reserved addresses are refused',
  'host-unknown': 'must name a host that exists',
} as const;

export type AddressRule = keyof typeof addressRules;

/** A call to an address that breaks a rule. It is not made. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly rule: AddressRule;

  constructor(rule: AddressRule) {
    super(addressRules[rule]);
    this.rule = rule;
  }
}

/** Every IPv6 address on the internet is in this block. IPv4-compatible addresses such as `::7f00:1` are not. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the internet. Everything else is refused, not only what is known to be dangerous: an IPv4
 * address in IPv6 clothes (mapped, NAT64, 6to4, Teredo) may lead to any address inside.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}
