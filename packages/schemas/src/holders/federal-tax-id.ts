import { cnpj, cpf } from 'cpf-cnpj-validator';
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

// The patterns are checked first, because the library ignores characters at unexpected positions.
const isCpf = (text: string) => /^\d{11}$/.test(text) && cpf.isValid(text);
const isCnpj = (text: string) => /^[0-9A-Z]{12}\d{2}$/.test(text) && cnpj.isValid(text);
