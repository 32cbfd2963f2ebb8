import { z } from 'zod';
import { eventTypes } from '../events.ts';

export const webhookUrl = z
  .string()
  .min(1)
  .max(2_000)
  .meta({
    description:
      'Begins with https://, uses port 443 or 8443, has no user name, and points outside. Never followed to another ' +
      'address.',
    example: 'https://example.com/linework',
  });

const families = new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`));
const isKnownPattern = (text: string) =>
  text === '*' || families.has(text) || (eventTypes as readonly string[]).includes(text);

const typePattern = z
  .string()
  .max(100)
  .refine(isKnownPattern, 'is no event type: use one of them, `line.*` for all of a kind, or `*` for all')
  .meta({ example: 'line.*' });

export const webhookTypes = z
  .array(typePattern)
  .min(1)
  .max(100)
  .meta({ description: 'The event types that are sent: each exact, or all of a kind (`line.*`), or all (`*`).' });

export const webhookDescription = z.string().min(1).max(200);
export const webhookPayload = z
  .enum(['full', 'thin'])
  .meta({ description: '`full` has the data of the event, `thin` only its ids.' });
export const webhookOrdering = z.enum(['none', 'resource']).meta({
  description:
    'With `resource` the next event of a record waits until the one before it is delivered or has failed; others ' +
    'go on.',
});
export const webhookSignature = z.enum(['hmac', 'ed25519']).meta({
  description:
    '`hmac` signs with a shared secret. `ed25519` signs with a key whose public half is at ' +
    '`/.well-known/webhook-keys`.',
});
