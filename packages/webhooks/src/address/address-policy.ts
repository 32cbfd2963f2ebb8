import { lookup as lookUpName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AddressRefused, type AddressRule, isPublicAddress } from './address-rules.ts';

/** Which addresses may be called. */
export interface AddressPolicy {
  /**
   * Hosts that may be called over http, on every port and inside the network; for `npm start`, tests, and receivers
   * beside Linework.
   */
  readonly trustedHosts: readonly string[];
  /** Resolves a name, like `dns.lookup`. */
  readonly lookup: LookupFunction;
}

export const createAddressPolicy = (
  trustedHosts: readonly string[],
  lookup: LookupFunction = lookUpName as LookupFunction,
): AddressPolicy => ({
  trustedHosts,
  lookup,
});

const allowedPorts = ['', '443', '8443'];

/**
 * The rules that a URL breaks, without resolving its name. `new URL` has already turned `https://2130706433` into
 * `https://127.0.0.1`.
 */
export function findBrokenRules(
  text: string,
  { trustedHosts }: Pick<AddressPolicy, 'trustedHosts'>,
): readonly AddressRule[] {
  if (!URL.canParse(text)) return ['url-unreadable'];
  const url = new URL(text);
  const isTrusted = trustedHosts.includes(getHost(url));
  const broken: AddressRule[] = [];
  if (url.protocol !== 'https:' && !(isTrusted && url.protocol === 'http:')) broken.push('https-only');
  if (url.username !== '' || url.password !== '') broken.push('no-credentials');
  if (!isTrusted && !allowedPorts.includes(url.port)) broken.push('port-not-allowed');
  if (!isTrusted && isInsideLiteral(getHost(url))) broken.push('host-inside');
  return broken;
}

/** The host without the brackets of an IPv6 address and without the dot of an absolute name. */
export const getHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isInsideLiteral = (host: string): boolean =>
  isIP(host) === 0 ? /(?:^|\.)localhost$/.test(host) : !isPublicAddress(host);

/**
 * The lookup of a connection: it fails if any address of the name is inside. The socket connects to the addresses that
 * were checked, so a name cannot point elsewhere between the check and the connection.
 */
export function createGuardedLookup({ trustedHosts, lookup }: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses, family) => {
      if (error) return callback(error, addresses, family);
      const found = Array.isArray(addresses) ? addresses.map(({ address }) => address) : [addresses];
      const isRefused = !trustedHosts.includes(hostname.replace(/\.$/, '')) && !found.every(isPublicAddress);
      return isRefused ? callback(new AddressRefused('host-inside'), []) : callback(null, addresses, family);
    });
  };
}
