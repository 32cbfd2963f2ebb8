import { cnpj, cpf } from 'cpf-cnpj-validator';

const cpfPattern = /^\d{11}$/;
/** New companies have letters in it since July 2026 (joint technical note 2025.001). */
const cnpjPattern = /^[0-9A-Z]{12}\d{2}$/;

/** Whether a text has the form of a CPF or a CNPJ without punctuation, whatever its check digits are. */
export const isLikeFederalTaxId = (text: string): boolean => cpfPattern.test(text) || cnpjPattern.test(text);

// The patterns are checked first, because the library ignores characters at unexpected positions.

/** Whether a text is a CPF without punctuation, with the right check digits. */
export const isCpf = (text: string): boolean => cpfPattern.test(text) && cpf.isValid(text);

/** Whether a text is a CNPJ without punctuation, with the right check digits. */
export const isCnpj = (text: string): boolean => cnpjPattern.test(text) && cnpj.isValid(text);
