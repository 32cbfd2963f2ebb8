import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** 62^43 is just above 2^256, and 62^6 above 2^32: both parts always have the same width. */
const secretWidth = 43;
const checksumWidth = 6;
/** Of the secret. */
const shownWidth = 5;
const prefix = 'lw_';
const keyPattern = new RegExp(`^${prefix}(?:[a-z0-9]{1,8}_)?[0-9A-Za-z]{${secretWidth + checksumWidth}}$`);

/**
 * Creates a new secret key: `lw_`, the group of the broker if it has one, 256 random bits in base62, and a checksum
 * that lets secret scanners recognise it. A proxy before several cells reads the group and needs no database.
 */
export function createApiKey(cellGroup?: string | null): string {
  const secret = base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretWidth);
  const content = cellGroup ? `${cellGroup}_${secret}` : secret;
  return `${prefix}${content}${computeChecksum(content)}`;
}

/** Whether a text has the form of a key and a valid checksum. It does not check that the key exists. */
export function isApiKey(text: string): boolean {
  if (!keyPattern.test(text)) return false;
  return text.slice(-checksumWidth) === computeChecksum(text.slice(prefix.length, -checksumWidth));
}

/**
 * Returns the SHA-256 of a key, which is all that is stored of it. A key is random, so it needs no salt and no slow
 * hash.
 */
export function fingerprint(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the first characters of a key, which let its owner identify it: the group and a part of the secret. */
export function shownPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + shownWidth);
}

function computeChecksum(content: string): string {
  return base62(BigInt(crc32(content)), checksumWidth);
}

function base62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}
