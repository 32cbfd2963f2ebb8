import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { Supplier, TaxRegime } from '@linework/schemas/tax-receipts/supplier';

export interface SupplierRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly name: string;
  readonly tradeName: string | null;
  readonly federalTaxId: string;
  readonly stateTaxId: string;
  readonly regime: string;
  readonly address: unknown;
  readonly collectorCode: string | null;
  readonly series: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The company as its client sees it. */
export function showSupplier({
  tradeName,
  collectorCode,
  regime,
  address,
  createdAt,
  updatedAt,
  ...details
}: SupplierRecord): Supplier {
  const { id, brokerId, name, federalTaxId, stateTaxId, series } = details;
  return {
    id,
    brokerId,
    name,
    ...(tradeName !== null && { tradeName }),
    federalTaxId,
    stateTaxId,
    regime: regime as TaxRegime,
    address: address as PostalAddress,
    ...(collectorCode !== null && { collectorCode }),
    series,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
