import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const yes = ['true', '1', 'yes', 'on'];
const no = ['false', '0', 'no', 'off'];

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A TCP port; 0 lets the system choose. */
export const port = (otherwise: number) => wholeNumber(otherwise, { min: 0, max: 65_535 });

/** A duration in milliseconds. Name the variable after its unit: `LEASE_MS`. */
export const durationMs = (otherwise: number, bounds: Bounds) => wholeNumber(otherwise, bounds, 'a number of milliseconds');

/** A whole number within bounds. */
export function wholeNumber(otherwise: number, { min, max }: Bounds, noun = 'a number') {
  const fits = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(fits, `must be ${noun} from ${min} to ${max}`).transform(Number).default(otherwise);
}

/** An address of one of the schemes, such as `url('redis', 'rediss')`, as it was written. */
export function url(...schemes: readonly [string, ...string[]]) {
  const fits = (text: string) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text);
  return z.string().refine(fits, `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
}

/** Where a program listens, as `host:port`; an IPv6 address stands in brackets. */
export function hostAndPort(otherwise: string) {
  return z
    .string()
    .refine((text) => partsOf(text) !== undefined, 'must be host:port')
    .transform((text) => partsOf(text) ?? { host: '', port: 0 })
    .prefault(otherwise);
}

function partsOf(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const number = Number(port);
  return host !== undefined && number >= 1 && number <= 65_535 ? { host, port: number } : undefined;
}

/** Yes or no. */
export function flag(otherwise: boolean) {
  const fits = (text: string) => [...yes, ...no].includes(text.toLowerCase());
  return z
    .string()
    .refine(fits, 'must be true or false')
    .transform((text) => yes.includes(text.toLowerCase()))
    .default(otherwise);
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]], otherwise: NoInfer<Word>) {
  return z.enum(words, `must be one of ${words.join(', ')}`).default(otherwise as never);
}

/** How much is logged; `info` unless told otherwise. */
export const logLevel = oneOf(logLevels, 'info');

/** Words that only the program and its operator may know; absent where the operator sets none. */
export const optionalSecret = z.string().min(16, 'must have at least 16 characters').optional();
