import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
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
  {
    id: 'uuid',
    brokerId: 'uuid?',
    name: 'text?',
    stateTaxId: 'text?',
    regime: 'text?',
    address: 'jsonb?',
    setsTradeName: 'boolean',
    tradeName: 'text?',
    setsCollectorCode: 'boolean',
    collectorCode: 'text?',
  },
  `UPDATE supplier
   SET name = coalesce(:name, name),
     state_tax_id = coalesce(:stateTaxId, state_tax_id),
     regime = coalesce(:regime, regime),
     address = coalesce(:address, address),
     trade_name = CASE WHEN :setsTradeName THEN :tradeName ELSE trade_name END,
     collector_code = CASE WHEN :setsCollectorCode THEN :collectorCode ELSE collector_code END,
     updated_at = now()
   WHERE id = :id AND (:brokerId IS NULL OR broker_id = :brokerId)
   RETURNING id`,
);

/**
 * Changes the data of a company. Writes nothing when no change is requested. Raises not-found, and 422 when the company
 * could not issue receipts afterwards.
 */
export function changeSupplier(db: Db, { caller, supplierId, ...change }: SupplierChange): Promise<Supplier> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const { name, tradeName, stateTaxId, regime, address, collectorCode } = change;
  return db.transaction(async (tx) => {
    if (changed.length === 0) return findSupplier(tx, { caller, supplierId });
    const [found] = await tx.query(changeStatement, {
      id: supplierId,
      brokerId: caller.brokerId,
      name,
      stateTaxId,
      regime,
      address,
      setsTradeName: tradeName !== undefined,
      tradeName,
      setsCollectorCode: collectorCode !== undefined,
      collectorCode,
    });
    if (!found) throw supplierNotFound(supplierId);
    const supplier = await findSupplier(tx, { caller, supplierId });
    assertValidIssuer(toIssuer(supplier));
    const { brokerId } = supplier;
    const { keyId } = caller;
    await writeEvent(tx, {
      type: 'supplier.changed',
      id: supplierId,
      brokerId,
      keyId,
      details: { changed },
    });
    return supplier;
  });
}
