import { scopes } from '@linework/auth/scopes';
import { z } from 'zod';

const timestamp = z.iso.datetime();

/** A key as it is shown: never the key itself. */
export const apiKey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    brokerId: z.uuid().optional().meta({ description: "Absent on an operator's key, which sees every broker." }),
    scopes: z.array(z.enum(scopes)),
    allowedAddresses: z
      .array(z.string())
      .optional()
      .meta({ description: 'The networks that it may be used from. Absent: from everywhere.' }),
    prefix: z.string().meta({ description: 'The first characters, to tell keys apart.' }),
    createdAt: timestamp,
    expiresAt: timestamp.optional(),
    revokedAt: timestamp.optional(),
    lastUsedAt: timestamp.optional(),
  })
  .meta({ id: 'ApiKey' });

const shownOnce = { description: 'Returned only once: a replayed response does not have it.', 'x-shown-once': true };

/** A new key. `key` is returned only once: a replayed response does not have it. */
export const newApiKey = z
  .strictObject({ ...apiKey.shape, key: z.string().optional().meta(shownOnce) })
  .meta({ id: 'NewApiKey' });

export type ApiKey = z.infer<typeof apiKey>;
