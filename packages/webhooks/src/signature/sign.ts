import { createHmac, createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto';
import { signedContent } from '@linework/sdk/signed-content';

/** What is signed, by Standard Webhooks 1.0.0. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970, of this try. */
  readonly timestamp: number;
  /** Exactly the bytes that are sent. */
  readonly body: string;
}

/** A key of an endpoint in clear. */
export interface SigningKey {
  readonly kind: 'hmac' | 'ed25519';
  /** For hmac `whsec_` and Base64; for ed25519 the private key as PKCS 8 in Base64. */
  readonly secret: string;
}

export const secretPrefix = 'whsec_';

/**
 * The value of `webhook-signature`: one signature for each key, separated by spaces. The receiver accepts any of them.
 */
export function signMessage(message: SignedMessage, keys: readonly SigningKey[]): string {
  const content = signedContent(message.id, String(message.timestamp), message.body);
  return keys.map((key) => signWith(key, content)).join(' ');
}

function signWith({ kind, secret }: SigningKey, content: Uint8Array): string {
  if (kind === 'ed25519') return `v1a,${signBytes(null, content, readPrivateKey(secret)).toString('base64')}`;
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

const readPrivateKey = (secret: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
