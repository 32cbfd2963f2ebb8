import { z } from 'zod';
import { freeForm } from '../values/free-form.ts';
import { postalAddress } from './postal-address.ts';

const timestamp = z.iso.datetime();

/** A holder in its API form. Members without a value are left out. */
export const holder = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    name: z.string(),
    federalTaxId: z
      .string()
      .optional()
      .meta({ description: 'CPF or CNPJ without punctuation; absent once anonymised.' }),
    email: z.string().optional(),
    phone: z.string().optional(),
    address: postalAddress.optional(),
    externalCode: z.string().optional(),
    metadata: freeForm,
    createdAt: timestamp,
    updatedAt: timestamp,
    anonymisedAt: timestamp.optional().meta({ description: 'The time at which its personal data was erased.' }),
  })
  .meta({ id: 'Holder' });

export type Holder = z.infer<typeof holder>;
