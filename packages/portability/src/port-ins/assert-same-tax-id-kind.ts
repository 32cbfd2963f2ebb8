import { portabilityRejected } from '@linework/problem-details/make-problem';

/** Raises portability-rejected for a tax id that cannot be the holder's: a person cannot have a company's tax id. */
export function assertSameTaxIdKind(taxId: string, holderTaxId: string): void {
  if (taxId.length === holderTaxId.length) return;
  throw portabilityRejected(
    'The tax id does not fit the holder: a person needs a CPF and a company a CNPJ.',
    'WRONG_DATA',
  );
}
