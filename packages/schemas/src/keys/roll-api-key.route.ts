import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newApiKey } from './api-key.ts';

export const rollApiKeyRoute = defineRoute({
  name: 'rollApiKey',
  method: 'post',
  path: '/api-keys/{id}/roll',
  tag: 'keys',
  summary: 'Rotate a key, and choose when the old one ends',
  description:
    'The successor has the name, broker and scopes of the key, and the expiry that the key was created with. Only its SHA-256 is stored: the response to a repetition with the same ' +
    '`Idempotency-Key` has everything but `key`. If the first response was lost, roll the old key again and revoke the successor that nobody has; ' +
    '`oldKeyEndsInSeconds` should leave time for that. With 0 the old key cannot be rolled again. ' +
    'A key can be rolled with itself, or with a key that has at least its scopes and lasts at least as long; operators can roll every key. ' +
    'A broker that has 50 usable keys can roll one only with `oldKeyEndsInSeconds` 0.',
  scope: 'keys:write',
  shownOnce: 'key',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({
      oldKeyEndsInSeconds: z
        .int()
        .min(0)
        .max(7_776_000)
        .default(86_400)
        .meta({ description: '0 ends it at once; a day by default.' }),
    })
    .default({ oldKeyEndsInSeconds: 86_400 }),
  responses: {
    201: {
      description: 'The new key, which is returned only once.',
      body: newApiKey,
      headers: { Location: 'The new key' },
    },
  },
  problems: ['not-found', 'key-ended', 'key-has-more-scopes', 'key-lasts-longer', 'too-many-keys'],
});
