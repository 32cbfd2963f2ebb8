import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

interface Parameters {
  /** The logarithm of N to the base 2. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/**
 * What OWASP recommends for 32 MiB. One hash takes about 0.3 s of a processor, in a thread of libuv, so that the
 * program goes on.
 */
const current: Parameters = { logN: 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;

const scrypt = promisify<
  string,
  Buffer,
  number,
  { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
  Buffer
>(scryptWithCallback);

/** Hashes a password with scrypt. The parameters are part of the result, so that later passwords can have others. */
export async function hashPassword(password: string, parameters: Parameters = current): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(parameters, salt, await derive(password, salt, parameters));
}

/**
 * Whether a password has this hash. Without a hash it takes as long and is false, so that the time does not tell
 * whether a name exists.
 */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const { parameters, salt, hash } = parse(storedHash ?? hashOfNobody);
  const isEqual = timingSafeEqual(await derive(password, salt, parameters), hash);
  return isEqual && typeof storedHash === 'string';
}

/** The same text may be typed as different sequences of characters. */
const derive = (password: string, salt: Buffer, { logN, r, p }: Parameters): Promise<Buffer> =>
  scrypt(password.normalize('NFC'), salt, hashBytes, { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r });

const format = ({ logN, r, p }: Parameters, salt: Buffer, hash: Buffer): string =>
  ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');

const hashOfNobody = format(current, randomBytes(saltBytes), randomBytes(hashBytes));

function parse(stored: string) {
  const [algorithm, logN, r, p, salt = '', hash = ''] = stored.split('$');
  if (algorithm !== 'scrypt') throw new Error(`The hash of a password has the unknown algorithm ${algorithm}.`);
  return {
    parameters: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
