import { z } from 'zod';
import { freeForm } from '../values/free-form.ts';
import { ttlSeconds } from './reservations/ttl.ts';

export const locationLimitCharacters = 200;
const externalCodeLimitCharacters = 64;

/** The storage location of a resource. */
export const resourceLocation = z.string().min(1).max(locationLimitCharacters);

/** The members of a new resource. */
export const newResourceMembers = {
  externalCode: z
    .string()
    .min(1)
    .max(externalCodeLimitCharacters)
    .meta({
      description:
        'MSISDN: a mobile number with + and the country code, stored as E.164. SIM: an ICCID of 19 or 20 digits ' +
        'with its check digit, if the codes of the pool have one; a trailing F is dropped. Others: visible characters.',
    }),
  attributes: freeForm.optional().meta({
    description:
      'The secret attributes of the type (`secretAttributes`; of a SIM, its keys and codes) are stored encrypted ' +
      'and never returned.',
  }),
  metadata: freeForm.optional(),
  location: resourceLocation.optional(),
  reservationTTL: ttlSeconds.optional(),
  quarantineTTL: ttlSeconds.optional(),
};

/** A row of an NDJSON file of resources. */
export const importedResource = z.strictObject(newResourceMembers);
