import { isCnpj, isCpf } from '@linework/tax-documents/model/federal-tax-id';
import { z } from 'zod';

const punctuation = /[\s./-]/g;

/** A CPF or a CNPJ, including the alphanumeric CNPJ. Punctuation is removed and letters become upper case. */
export const federalTaxId = z
  .string()
  .max(40)
  .transform((text) => text.replace(punctuation, '').toUpperCase())
  .refine((text) => isCpf(text) || isCnpj(text), 'must be a CPF or a CNPJ with the right check digits')
  .meta({
    description: 'CPF or CNPJ, including the alphanumeric CNPJ; punctuation is removed.',
    example: '529.982.247-25',
  });
