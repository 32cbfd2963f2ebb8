import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { postalAddress } from './postal-address.ts';

const timestamp = z.iso.datetime();

/** A customer who holds lines, as every client sees it. What has no value is left out. */
export const holder = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    name: z.string(),
    federalTaxId: z.string().optional().meta({ description: 'CPF or CNPJ without punctuation; absent once anonymised.' }),
    email: z.string().optional(),
    phone: z.string().optional(),
    address: postalAddress.optional(),
    externalCode: z.string().optional(),
    metadata: freeForm,
    createdAt: timestamp,
    updatedAt: timestamp,
    anonymisedAt: timestamp.optional().meta({ description: 'Since then nothing here tells who it was.' }),
  })
  .meta({ id: 'Holder' });

export type Holder = z.infer<typeof holder>;
