import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const trueWords = ['true', '1', 'yes', 'on'];
const falseWords = ['false', '0', 'no', 'off'];

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A TCP port. With 0 the system chooses one. */
export const port = (defaultValue: number) => wholeNumber(defaultValue, { min: 0, max: 65_535 });

/** A duration in milliseconds. Name the variable after its unit: `LEASE_MS`. */
export const durationMs = (defaultValue: number, bounds: Bounds) =>
  wholeNumber(defaultValue, bounds, 'a number of milliseconds');

/** A whole number from `min` to `max`. */
export function wholeNumber(defaultValue: number, { min, max }: Bounds, noun = 'a number') {
  const isValid = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(isValid, `must be ${noun} from ${min} to ${max}`).transform(Number).default(defaultValue);
}

/** A URL with one of the schemes, such as `url('redis', 'rediss')`, unchanged. */
export function url(...schemes: readonly [string, ...string[]]) {
  const isValid = (text: string) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text);
  return z
    .string()
    .refine(isValid, `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
}

/** Origins of web pages, separated by commas. */
export const origins = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins such as https://shop.example, separated by commas',
  );

/** The address of a program as `host:port`. An IPv6 address is in brackets. */
export function hostAndPort(defaultValue: string) {
  return z
    .string()
    .refine((text) => parseHostAndPort(text) !== undefined, 'must be host:port')
    .transform((text) => parseHostAndPort(text) ?? { host: '', port: 0 })
    .prefault(defaultValue);
}

function parseHostAndPort(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const number = Number(port);
  return host !== undefined && number >= 1 && number <= 65_535 ? { host, port: number } : undefined;
}

/** A boolean. */
export function flag(defaultValue: boolean) {
  const isValid = (text: string) => [...trueWords, ...falseWords].includes(text.toLowerCase());
  return z
    .string()
    .refine(isValid, 'must be true or false')
    .transform((text) => trueWords.includes(text.toLowerCase()))
    .default(defaultValue);
}

/** One of the listed values. */
export function oneOf<const Word extends string>(values: readonly [Word, ...Word[]], defaultValue: NoInfer<Word>) {
  return z.enum(values, `must be one of ${values.join(', ')}`).default(defaultValue as never);
}

/** The cell of a program, a label of its metrics. */
export const cellName = z
  .string()
  .regex(/^[a-z0-9-]{1,63}$/, 'must be a name of a-z, 0-9 and -')
  .optional()
  .describe('Name of the cell: the label `cell` of every metric, and the spans have it. Without it there is none.');

/** The log level. The default is `info`. */
export const logLevel = oneOf(logLevels, 'info');

/** A secret of at least 16 characters, or none. */
export const optionalSecret = z.string().min(16, 'must have at least 16 characters').optional();
