import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

const rawKeyBytes = 32;

/** The 32 bytes of the public half of an X25519 key. */
export function getRawPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-rawKeyBytes);
}

/** The id of a key pair in the database: the first bytes of the SHA-256 of its public half. */
export const computeKeyId = (key: KeyObject): string =>
  createHash('sha256').update(getRawPublicKey(key)).digest('hex').slice(0, 16);
