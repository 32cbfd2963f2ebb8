import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import { resolveBroker } from '@linework/lists/resolve-broker';
import { type Holder, holder } from '@linework/schemas/holders/holder';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import { printRecord } from '@linework/schemas/print-record';
import { v7 as newId } from 'uuid';
import { rejectDuplicateHolder } from './reject-duplicate-holder.ts';

export interface NewHolder {
  readonly caller: Caller;
  readonly brokerId?: string | undefined;
  readonly name: string;
  /** Without punctuation. */
  readonly federalTaxId: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: PostalAddress | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates a holder. Raises the errors of `resolveBroker`, and conflict when another holder of the broker has the tax id
 * or the external code.
 */
export function createHolder(
  db: Db,
  { caller, brokerId: requestedBrokerId, metadata = {}, address, ...input }: NewHolder,
): Promise<Holder> {
  const { name, federalTaxId, email = null, phone = null, externalCode = null } = input;
  return db.transaction(async (tx) => {
    const brokerId = await resolveBroker(tx, caller, requestedBrokerId);
    const details = { name, federalTaxId, email, phone, externalCode, ...(address && { address: { ...address } }) };
    const made = await tx.prisma.holder
      .create({ data: { id: newId(), brokerId, ...details, metadata: metadata as object } })
      .catch(rejectDuplicateHolder);
    await writeEvent(tx, {
      type: 'holder.created',
      id: made.id,
      brokerId,
      keyId: caller.keyId,
    });
    return printRecord(holder, made);
  });
}
