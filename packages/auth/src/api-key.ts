import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** 62^43 is just above 2^256, and 62^6 above 2^32: both parts always have the same width. */
const secretWidth = 43;
const checksumWidth = 6;
const shownWidth = 8;
const keyPattern = new RegExp(`^lw_[0-9A-Za-z]{${secretWidth + checksumWidth}}$`);

/**
 * Creates a new secret key: `lw_`, 256 random bits in base62, and a checksum that lets secret scanners recognise it.
 */
export function createApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretWidth);
  return `lw_${secret}${computeChecksum(secret)}`;
}

/** Whether a text has the form of a key and a valid checksum. It does not check that the key exists. */
export function isApiKey(text: string): boolean {
  if (!keyPattern.test(text)) return false;
  return text.slice(-checksumWidth) === computeChecksum(text.slice('lw_'.length, -checksumWidth));
}

/**
 * Returns the SHA-256 of a key, which is all that is stored of it. A key is random, so it needs no salt and no slow
 * hash.
 */
export function fingerprint(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the first characters of a key, which let its owner identify it. */
export function shownPrefix(key: string): string {
  return key.slice(0, shownWidth);
}

function computeChecksum(secret: string): string {
  return base62(BigInt(crc32(secret)), checksumWidth);
}

function base62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}
