const hmacPrefix = 'whsec_';
const publicPrefix = 'whpk_';
const privatePrefix = 'whsk_';

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Bytes = Uint8Array<ArrayBuffer>;

/** A key with the version that it has in `webhook-signature`: `v1` for HMAC, `v1a` for ed25519. */
interface VersionedKey {
  readonly version: 'v1' | 'v1a';
  readonly algorithm: 'HMAC' | 'Ed25519';
  readonly key: Key;
}

/** Reads a secret (`whsec_`) or a public key (`whpk_`). */
export async function readVerifyingKey(secret: string): Promise<VersionedKey> {
  if (!secret.startsWith(publicPrefix)) return await readSecret(secret);
  const key = await crypto.subtle.importKey('raw', decode(secret, publicPrefix), 'Ed25519', false, ['verify']);
  return { version: 'v1a', algorithm: 'Ed25519', key };
}

/** What stands before the 32 bytes of an ed25519 key in PKCS 8. */
const pkcs8Header = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);

/** Reads a secret (`whsec_`) or a private key (`whsk_`). */
export async function readSigningKey(secret: string): Promise<VersionedKey> {
  if (!secret.startsWith(privatePrefix)) return await readSecret(secret);
  const seed = decode(secret, privatePrefix).subarray(0, 32);
  const key = await crypto.subtle.importKey('pkcs8', Uint8Array.from([...pkcs8Header, ...seed]), 'Ed25519', false, [
    'sign',
  ]);
  return { version: 'v1a', algorithm: 'Ed25519', key };
}

async function readSecret(secret: string): Promise<VersionedKey> {
  const bytes = decode(secret, hmacPrefix);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  return { version: 'v1', algorithm: 'HMAC', key };
}

function decode(secret: string, prefix: string): Bytes {
  const bytes = secret.startsWith(prefix) ? fromBase64(secret.slice(prefix.length)) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError(`A secret of a webhook begins with ${hmacPrefix} or ${publicPrefix}, and the rest is Base64.`);
  return bytes;
}

/** Undefined if the text is not Base64. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
