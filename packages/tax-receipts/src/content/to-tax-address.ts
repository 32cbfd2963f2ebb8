import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { Supplier } from '@linework/schemas/tax-receipts/supplier';
import type { Address, Issuer } from '@linework/tax-documents/model/receipt';

/** An address in the format of the tax documents. */
export function toTaxAddress({ complement, ...address }: PostalAddress): Address {
  return { ...address, ...(complement !== undefined && { complement }) };
}

/** A company in the format of the tax documents. */
export function toIssuer(
  supplier: Pick<Supplier, 'federalTaxId' | 'stateTaxId' | 'name' | 'tradeName' | 'regime' | 'address'>,
): Issuer {
  const { federalTaxId, stateTaxId, name, tradeName, regime, address } = supplier;
  return {
    federalTaxId,
    stateTaxId,
    name,
    ...(tradeName !== undefined && { tradeName }),
    regime,
    address: toTaxAddress(address),
  };
}
