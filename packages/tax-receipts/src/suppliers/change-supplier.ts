import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { Supplier, TaxRegime } from '@linework/schemas/tax-receipts/supplier';
import { toIssuer } from '../content/to-tax-address.ts';
import { assertValidIssuer } from './assert-valid-issuer.ts';
import { findSupplier, supplierNotFound } from './find-supplier.ts';

/** An undefined member stays as it is; null removes it. */
export interface SupplierChange {
  readonly caller: Caller;
  readonly supplierId: string;
  readonly name?: string | undefined;
  readonly tradeName?: string | null | undefined;
  readonly stateTaxId?: string | undefined;
  readonly regime?: TaxRegime | undefined;
  readonly address?: PostalAddress | undefined;
  readonly collectorCode?: string | null | undefined;
}

const changeStatement = statement(
  'change-supplier',
  `UPDATE supplier
   SET name = coalesce($3, name), state_tax_id = coalesce($4, state_tax_id), regime = coalesce($5, regime), address = coalesce($6::jsonb, address),
     trade_name = CASE WHEN $7 THEN $8 ELSE trade_name END, collector_code = CASE WHEN $9 THEN $10 ELSE collector_code END, updated_at = now()
   WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid)
   RETURNING id`,
);

/**
 * Changes the data of a company. Writes nothing when no change is requested. Raises not-found, and 422 when the company could not issue receipts
 * afterwards.
 */
export function changeSupplier(db: Db, { caller, supplierId, ...change }: SupplierChange): Promise<Supplier> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const { name, tradeName, stateTaxId, regime, address, collectorCode } = change;
  return db.transaction(async (tx) => {
    if (changed.length === 0) return findSupplier(tx, { caller, supplierId });
    const removable = [tradeName, collectorCode].flatMap((value) => [value !== undefined, value]);
    const values = [
      supplierId,
      caller.brokerId,
      name,
      stateTaxId,
      regime,
      address && JSON.stringify(address),
      ...removable,
    ];
    const [found] = await tx.query(changeStatement, values);
    if (!found) throw supplierNotFound(supplierId);
    const supplier = await findSupplier(tx, { caller, supplierId });
    assertValidIssuer(toIssuer(supplier));
    const { brokerId } = supplier;
    const { keyId } = caller;
    await tx.prisma.event.create({
      data: {
        type: eventType('supplier.changed'),
        resourceType: 'supplier',
        resourceId: supplierId,
        brokerId,
        keyId,
        details: { changed },
      },
    });
    return supplier;
  });
}
