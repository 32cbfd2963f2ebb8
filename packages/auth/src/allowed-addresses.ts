import { BlockList, isIP, isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address of a request without a zone, and the IPv4 address inside an IPv6 one (::ffff:192.0.2.1), as a dual-stack
 * socket shows it. Undefined for what is no address: a proxy may write anything into its header.
 */
export function plainAddress(ip: string): string | undefined {
  const [address = ''] = ip.split('%');
  const plain = mapped.exec(address)?.[1] ?? address;
  return isIP(plain) === 0 ? undefined : plain;
}

/** Creates the check whether an address is in one of these networks, which are in CIDR notation. */
export function allowedFrom(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
