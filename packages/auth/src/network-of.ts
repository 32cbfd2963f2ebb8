import { isIPv6 } from 'node:net';

/**
 * The network that counts as one client: an IPv4 address, or the /56 of an IPv6 address, because a single household
 * gets as much. An IPv4 address inside an IPv6 one (::ffff:192.0.2.1), as a dual-stack socket shows it, is the IPv4
 * address.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = expand(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** The eight groups of an IPv6 address. */
function expand(address: string): readonly number[] {
  // A URL writes the last 32 bits in hexadecimal too.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [parse(head), parse(tail ?? '')];
  return tail === undefined
    ? before
    : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
