import { LineworkError } from '../errors/linework-error.ts';
import type { LineworkEvent } from '../events/linework-event.ts';
import { fromBase64, readVerifyingKey } from './keys.ts';
import { signedContent, type WebhookBody } from './signed-content.ts';

export interface VerifyOptions {
  /**
   * How far the time of a webhook may be from now; 300 by default. It limits how long a recorded request can be sent
   * again.
   */
  readonly toleranceSeconds?: number | undefined;
  readonly now?: Date | undefined;
}

/** A webhook whose signature is valid. */
export interface VerifiedWebhook {
  /** The same over all attempts: a receiver that has handled it answers 2xx and does nothing. */
  readonly id: string;
  /** When this try was sent. */
  readonly timestamp: Date;
  readonly event: LineworkEvent;
}

/** The request is no webhook of Linework, or not a fresh one. Answer 400 and do nothing. */
export class WebhookVerificationError extends LineworkError {
  override readonly name: string = 'WebhookVerificationError';
  readonly reason: 'header-missing' | 'timestamp-out-of-tolerance' | 'no-valid-signature' | 'body-not-json';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The headers of a request, as `fetch` or Node has them. */
type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature of a webhook with any of the secrets (`whsec_`) or public keys (`whpk_`) of its endpoint, and
 * returns its event. `body` must be what was received: a body that was parsed and written again has another signature.
 */
export async function verify(
  body: WebhookBody,
  headers: RequestHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  ) as [string, string, string];
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'timestamp-out-of-tolerance',
      `The webhook was sent at ${timestamp}, more than ${toleranceSeconds} s from now.`,
    );
  }
  const content = signedContent(id, timestamp, body);
  const results = await Promise.all([secrets].flat().map((secret) => isSignedWith(secret, signatures, content)));
  if (!results.includes(true))
    throw new WebhookVerificationError(
      'no-valid-signature',
      'No signature of the webhook was made with one of the secrets.',
    );
  return { id, timestamp: new Date(seconds * 1_000), event: parseEvent(body) };
}

/** `subtle.verify` compares in constant time. */
async function isSignedWith(secret: string, signatures: string, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { version, algorithm, key } = await readVerifyingKey(secret);
  const own = signatures.split(' ').filter((each) => each.startsWith(`${version},`));
  const results = own.map(async (each) => {
    const signature = fromBase64(each.slice(version.length + 1));
    return signature !== undefined && (await crypto.subtle.verify(algorithm, key, signature, content));
  });
  return (await Promise.all(results)).includes(true);
}

function readHeader(headers: RequestHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError('header-missing', `The header ${name} is missing.`);
  return value;
}

function parseEvent(body: WebhookBody): LineworkEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as LineworkEvent;
  } catch {
    throw new WebhookVerificationError('body-not-json', 'The body of the webhook is not JSON.');
  }
}
