import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '@linework/secrets/envelope';
import type { KeyUnwrapper, KeyWrapper } from '@linework/secrets/key-wrapping';
import { computeKeyId, getRawPublicKey } from './key-id.ts';

const rawKeyBytes = 32;
/** The bytes before the 32 bytes of an X25519 key in its SPKI form (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b656e032100', 'hex');

/**
 * Wraps data keys for an X25519 key pair: a new ephemeral pair and the recipient's agree on a secret, HKDF-SHA256
 * derives a key from it, and AES-256-GCM encrypts the data key with that. Wrapping needs only the public key.
 */
export function createX25519Wrapper(recipient: KeyObject): KeyWrapper {
  const keyId = computeKeyId(recipient);
  return {
    async wrap(dataKey, dataKeyId) {
      const ephemeralKeys = generateKeyPairSync('x25519');
      const sender = getRawPublicKey(ephemeralKeys.publicKey);
      const key = deriveKey(
        { privateKey: ephemeralKeys.privateKey, publicKey: recipient },
        sender,
        getRawPublicKey(recipient),
      );
      return { keyId, wrapped: Buffer.concat([sender, encrypt(key, dataKey, buildContext(keyId, dataKeyId))]) };
    },
  };
}

/** Unwraps a data key with the private key for which it was wrapped. */
export function createX25519Unwrapper(privateKeys: readonly KeyObject[]): KeyUnwrapper {
  const byId = new Map(privateKeys.map((key) => [computeKeyId(key), key]));
  return {
    async unwrap({ keyId, wrapped }, dataKeyId) {
      const privateKey = byId.get(keyId);
      if (!privateKey) return undefined;
      const sender = wrapped.subarray(0, rawKeyBytes);
      const publicKey = createPublicKey({ key: Buffer.concat([spkiPrefix, sender]), format: 'der', type: 'spki' });
      const key = deriveKey({ privateKey, publicKey }, sender, getRawPublicKey(privateKey));
      return decrypt(key, wrapped.subarray(rawKeyBytes), buildContext(keyId, dataKeyId));
    },
  };
}

const buildContext = (keyId: string, dataKeyId: string) => `linework data key ${dataKeyId} for ${keyId}`;

function deriveKey(
  pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
  sender: Buffer,
  recipient: Buffer,
): Buffer {
  const salt = Buffer.concat([sender, recipient]);
  return Buffer.from(hkdfSync('sha256', diffieHellman(pair), salt, 'linework data key', 32));
}
