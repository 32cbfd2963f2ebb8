import { portabilityRejected } from '@linework/problem-details/make-problem';

/** Raises portability-rejected for a tax id that cannot be the holder's: a person's does not stand in for a company's. */
export function assertSameTaxIdKind(taxId: string, holderTaxId: string): void {
  if (taxId.length === holderTaxId.length) return;
  throw portabilityRejected('The holder is a person and this is the tax id of a company, or the other way round.', 'WRONG_DATA');
}
