import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import type { Holder } from '@linework/schemas/holders/holder';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import { findHolder } from './find-holder.ts';
import { lockHolder } from './lock-holder.ts';
import { rejectDuplicateHolder } from './reject-duplicate-holder.ts';

/** Undefined members stay unchanged; null removes the value. */
export interface HolderChange {
  readonly caller: Caller;
  readonly holderId: string;
  readonly name?: string | undefined;
  readonly federalTaxId?: string | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: PostalAddress | null | undefined;
  readonly externalCode?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const changeStatement = statement(
  'change-holder',
  {
    holderId: 'uuid',
    name: 'text?',
    federalTaxId: 'text?',
    hasEmail: 'boolean',
    email: 'text?',
    hasPhone: 'boolean',
    phone: 'text?',
    hasAddress: 'boolean',
    address: 'jsonb?',
    hasExternalCode: 'boolean',
    externalCode: 'text?',
    metadata: 'jsonb?',
  },
  `UPDATE holder
   SET name = coalesce(:name, name), federal_tax_id = coalesce(:federalTaxId, federal_tax_id),
     email = CASE WHEN :hasEmail THEN :email ELSE email END, phone = CASE WHEN :hasPhone THEN :phone ELSE phone END,
     address = CASE WHEN :hasAddress THEN :address ELSE address END,
       external_code = CASE WHEN :hasExternalCode THEN :externalCode ELSE external_code END,
     metadata = coalesce(:metadata, metadata), updated_at = now()
   WHERE id = :holderId`,
);

/**
 * Changes a holder. Without a change it writes nothing. Raises not-found, and conflict when the holder is anonymised or
 * when another holder of the broker has the tax id or the external code.
 */
export function changeHolder(db: Db, { caller, holderId, ...change }: HolderChange): Promise<Holder> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return db.transaction(async (tx) => {
    const { brokerId } = await lockHolder(tx, { caller, holderId });
    if (changed.length === 0) return findHolder(tx, { caller, holderId });
    await tx.query(changeStatement, { holderId, ...toStatementValues(change) }).catch(rejectDuplicateHolder);
    await writeEvent(tx, {
      type: 'holder.changed',
      id: holderId,
      brokerId,
      keyId: caller.keyId,
      details: { changed },
    });
    return findHolder(tx, { caller, holderId });
  });
}

function toStatementValues({
  name,
  federalTaxId,
  email,
  phone,
  address,
  externalCode,
  metadata,
}: Omit<HolderChange, 'caller' | 'holderId'>) {
  return {
    name,
    federalTaxId,
    hasEmail: email !== undefined,
    email,
    hasPhone: phone !== undefined,
    phone,
    hasAddress: address !== undefined,
    address,
    hasExternalCode: externalCode !== undefined,
    externalCode,
    metadata,
  };
}
