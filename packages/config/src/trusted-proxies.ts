import { isIP } from 'node:net';
import { z } from 'zod';

/** The number of proxies in front of the program, or their addresses and networks. */
export type TrustedProxies = number | readonly string[];

const hopsLimit = 10;
const invalidMessage =
  `must be the number of proxies in front of this program, from 1 to ${hopsLimit}, or their addresses and networks, ` +
  'such as 10.0.0.0/8,::1';

/**
 * The proxies whose `X-Forwarded-For` is trusted. Trusting everybody is not allowed, because each client could then
 * choose its own address.
 */
export const trustedProxies = z
  .string()
  .refine((text) => parse(text) !== undefined, invalidMessage)
  .transform((text): TrustedProxies => parse(text) ?? []);

function parse(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= hopsLimit ? Number(text) : undefined;
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** An address, or a network with a prefix length. Length 0 is not allowed, because it means everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || address.includes('%')) return false;
  return prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= bits);
}
