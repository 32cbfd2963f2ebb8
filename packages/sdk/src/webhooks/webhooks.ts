import { readSigningKey, toBase64 } from './keys.ts';
import { signedContent, type WebhookBody } from './signed-content.ts';
import { verify } from './verify.ts';

/** The receiver's side of webhooks, by Standard Webhooks 1.0.0. */
export const webhooks = { verify, sign } as const;

interface SignOptions {
  readonly id?: string | undefined;
  readonly timestamp?: Date | undefined;
}

/** The three headers of a webhook. */
type WebhookHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

/**
 * Signs a body as Linework does, for the tests of a receiver. With several secrets it has a signature of each, as after
 * a roll.
 */
async function sign(
  body: WebhookBody,
  secrets: string | readonly string[],
  options: SignOptions = {},
): Promise<WebhookHeaders> {
  const { id = crypto.randomUUID(), timestamp = new Date() } = options;
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const content = signedContent(id, seconds, body);
  const signatures = [secrets].flat().map(async (secret) => {
    const { version, algorithm, key } = await readSigningKey(secret);
    return `${version},${toBase64(await crypto.subtle.sign(algorithm, key, content))}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}
