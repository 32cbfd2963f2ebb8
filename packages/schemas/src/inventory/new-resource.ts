import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { ttlSeconds } from './ttl.ts';

export const locationLimitCharacters = 200;
const externalCodeLimitCharacters = 64;

/** A place that somebody gives a resource. */
export const resourceLocation = z.string().min(1).max(locationLimitCharacters);

/** What is said of a resource when it is made. */
export const newResourceMembers = {
  externalCode: z.string().min(1).max(externalCodeLimitCharacters).meta({
    description:
      'MSISDN: a mobile number with + and country, kept as E.164. SIM: an ICCID of 19 or 20 digits with its check digit. Others: visible characters.',
  }),
  attributes: freeForm.optional().meta({
    description: 'Those that the type calls secret (`secretAttributes`; of a SIM, its keys and codes) are kept encrypted and never shown again.',
  }),
  metadata: freeForm.optional(),
  location: resourceLocation.optional(),
  reservationTTL: ttlSeconds.optional(),
  quarantineTTL: ttlSeconds.optional(),
};

/** A line of a file of resources in JSON. */
export const importedResource = z.strictObject(newResourceMembers);

export type ImportedResource = z.infer<typeof importedResource>;
