import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type SigningKey, secretPrefix } from './sign.ts';

const secretBytes = 32;
const rawKeyBytes = 32;

export interface DrawnKey extends SigningKey {
  /** Of an ed25519 key, as Standard Webhooks writes it. */
  readonly publicKey: string | null;
}

/** Draws a new key. */
export function drawKey(kind: SigningKey['kind']): DrawnKey {
  if (kind === 'hmac')
    return { kind, secret: `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`, publicKey: null };
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-rawKeyBytes);
  return {
    kind,
    secret: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: `whpk_${raw.toString('base64')}`,
  };
}
