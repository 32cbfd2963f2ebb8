import { cnpj, cpf } from 'cpf-cnpj-validator';
import { z } from 'zod';

const punctuation = /[\s./-]/g;

/** A CPF or a CNPJ, also one with letters, with or without its punctuation; kept without it and in capitals. */
export const federalTaxId = z
  .string()
  .max(40)
  .transform((text) => text.replace(punctuation, '').toUpperCase())
  .refine((text) => isCpf(text) || isCnpj(text), 'must be a CPF or a CNPJ with the right check digits')
  .meta({ description: 'CPF or CNPJ, the alphanumeric CNPJ too; punctuation is taken away.', example: '529.982.247-25' });

// Of letters and digits at other places the library would read only those that it likes.
const isCpf = (text: string) => /^\d{11}$/.test(text) && cpf.isValid(text);
const isCnpj = (text: string) => /^[0-9A-Z]{12}\d{2}$/.test(text) && cnpj.isValid(text);
