import { z } from 'zod';
import { storedAsJson } from '../values/stored-as-json.ts';

// The lengths that NFCom requires.
const text = z.string().trim().min(2).max(60);
const shortText = z.string().trim().min(1).max(60);

/** The states of Brazil (UF). */
export const states = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const;

/** An address in Brazil with the members that tax receipts need. */
export const postalAddress = storedAsJson(
  z
    .strictObject({
      street: text,
      number: shortText,
      complement: shortText.optional(),
      district: text,
      cityCode: z
        .string()
        .regex(/^\d{7}$/, 'must be seven digits')
        .meta({ description: 'The IBGE code of the municipality, seven digits.', example: '3550308' }),
      city: text,
      postalCode: z
        .string()
        .regex(/^\d{8}$/, 'must be eight digits')
        .meta({ description: 'Postal code (CEP), eight digits.', example: '01310100' }),
      state: z.enum(states).meta({ example: 'SP' }),
    })
    .meta({ id: 'PostalAddress' }),
);

export type PostalAddress = z.infer<typeof postalAddress>;
