import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { LegalHoldModel } from '@linework/db/generated/models/LegalHold';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { showActors } from '@linework/events/show-actors';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { resolveBroker } from '@linework/lists/resolve-broker';
import { visibleTo } from '@linework/lists/visible-to';
import { conflict, forbidden, notFound } from '@linework/problem-details/make-problem';
import { type LegalHold, legalHold } from '@linework/schemas/legal-holds/legal-hold';
import type { listLegalHoldsRoute } from '@linework/schemas/legal-holds/legal-holds.routes';
import { printRecord } from '@linework/schemas/print-record';
import { v7 as newId } from 'uuid';
import { findCustomer } from './find-customer.ts';

const filterTable: FilterTable<ListQuery<typeof listLegalHoldsRoute>, object> = {
  ...timeFilters,
  brokerId: isOneOf('brokerId'),
  customerId: equals('customerId'),
  lifted: (isLifted) => ({ liftedAt: isLifted ? { not: null } : null }),
};

/** One page of the legal holds that the caller may see. */
export async function listLegalHolds(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: ListQuery<typeof listLegalHoldsRoute>,
): Promise<Page<LegalHold>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.legalHold.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.legalHold.count({ where }),
  });
  return { ...page, items: await showHolds(db, caller, page.items) };
}

interface HoldOfCaller {
  readonly caller: Caller;
  readonly legalHoldId: string;
}

/** Raises not-found when it does not exist or belongs to another broker. */
export async function findLegalHold(db: Pick<Db, 'prisma'>, { caller, legalHoldId }: HoldOfCaller): Promise<LegalHold> {
  const found = await db.prisma.legalHold.findFirst({ where: { id: legalHoldId, ...visibleTo(caller) } });
  const [hold] = found ? await showHolds(db, caller, [found]) : [];
  if (!hold) throw notFound(`There is no legal hold ${legalHoldId}.`);
  return hold;
}

async function showHolds(db: Pick<Db, 'prisma'>, caller: Caller, holds: readonly LegalHoldModel[]) {
  const keyIds = holds.flatMap(({ keyId, liftedById }) => (liftedById === null ? [keyId] : [keyId, liftedById]));
  const actors = await showActors(db, caller, keyIds);
  return holds.map((hold) => {
    const [createdBy, liftedBy] = [actors.get(hold.keyId), actors.get(hold.liftedById ?? '')];
    return printRecord(legalHold, { ...hold, createdBy, liftedBy });
  });
}

const waitStatement = statement('wait-for-erasures', 'SELECT wait_for_erasures()');

export interface NewLegalHold {
  readonly caller: Caller;
  /** The holder. One of the two is given. */
  readonly customerId?: string | undefined;
  /** The whole broker. */
  readonly brokerId?: string | undefined;
  readonly reason: string;
}

/**
 * Places a legal hold. It waits for erasures that have begun, and those that begin later see it. Raises the errors of
 * `findCustomer` and of `resolveBroker`.
 */
export function placeLegalHold(db: Db, { caller, customerId, brokerId, reason }: NewLegalHold): Promise<LegalHold> {
  return db.transaction(async (tx) => {
    await tx.query(waitStatement);
    const owner = customerId
      ? (await findCustomer(tx, caller, customerId)).brokerId
      : await resolveBroker(tx, caller, brokerId);
    const id = newId();
    const placedBy = caller.brokerId === null ? 'operator' : 'broker';
    await tx.prisma.legalHold.create({
      data: { id, brokerId: owner, customerId: customerId ?? null, reason, placedBy, keyId: caller.keyId },
    });
    await writeEvent(tx, {
      type: 'legal_hold.placed',
      id,
      brokerId: owner,
      keyId: caller.keyId,
      details: { reason, ...(customerId && { customerId }) },
    });
    return findLegalHold(tx, { caller, legalHoldId: id });
  });
}

const lockStatement = statement(
  'lock-legal-hold',
  { legalHoldId: 'uuid', brokerId: 'uuid?' },
  `SELECT broker_id AS "brokerId", customer_id AS "customerId", placed_by AS "placedBy",
     lifted_at IS NOT NULL AS "isLifted"
   FROM legal_hold
   WHERE id = :legalHoldId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR NO KEY UPDATE`,
);

/** Lifts a legal hold. Raises not-found, conflict if it is lifted, forbidden for a broker and a hold of an operator. */
export function liftLegalHold(
  db: Db,
  { caller, legalHoldId, reason }: HoldOfCaller & { readonly reason: string },
): Promise<LegalHold> {
  return db.transaction(async (tx) => {
    const [hold] = await tx.query(lockStatement, { legalHoldId, brokerId: caller.brokerId });
    if (!hold) throw notFound(`There is no legal hold ${legalHoldId}.`);
    if (hold.placedBy === 'operator' && caller.brokerId !== null)
      throw forbidden('An operator placed this legal hold.', { code: 'legal-hold-of-operator' });
    if (hold.isLifted) throw conflict(`The legal hold ${legalHoldId} is lifted.`, { code: 'legal-hold-lifted' });
    const now = new Date();
    await tx.prisma.legalHold.update({
      where: { id: legalHoldId },
      data: { liftedAt: now, updatedAt: now, liftedById: caller.keyId, liftReason: reason },
    });
    await writeEvent(tx, {
      type: 'legal_hold.lifted',
      id: legalHoldId,
      brokerId: hold.brokerId,
      keyId: caller.keyId,
      details: { reason, ...(hold.customerId && { customerId: hold.customerId }) },
    });
    return findLegalHold(tx, { caller, legalHoldId });
  });
}

const beginErasureStatement = statement('wait-for-new-legal-holds', 'SELECT wait_for_new_legal_holds()');

/** Comes first in a transaction that erases: until its end nobody places a legal hold. */
export async function beginErasure(tx: Pick<Db, 'query'>): Promise<void> {
  await tx.query(beginErasureStatement);
}

/** More than a reader needs, and less than a response may be long. */
const namedHolds = 20;

const holdsOfHolderStatement = statement(
  'find-legal-holds-of-holder',
  { brokerId: 'uuid', holderId: 'uuid' },
  `SELECT id
   FROM legal_hold
   WHERE broker_id = :brokerId AND lifted_at IS NULL AND (customer_id IS NULL OR customer_id = :holderId)
   ORDER BY id
   LIMIT ${namedHolds}`,
);

/** Raises conflict, which names the legal holds, if there is one on the holder or on its broker. */
export async function assertNoLegalHold(
  tx: Pick<Db, 'query'>,
  holder: { readonly brokerId: string; readonly holderId: string },
): Promise<void> {
  const holds = await tx.query(holdsOfHolderStatement, holder);
  if (holds.length === 0) return;
  throw conflict(`Holder ${holder.holderId} is under a legal hold and cannot be erased.`, {
    code: 'under-legal-hold',
    legalHoldIds: holds.map(({ id }) => id),
  });
}

const releaseStatement = statement(
  'delete-released-records',
  { batchSize: 'bigint' },
  `WITH hold AS MATERIALIZED (
    SELECT id, broker_id
    FROM legal_hold
    WHERE lifted_at IS NOT NULL AND released_at IS NULL
    ORDER BY lifted_at
    LIMIT 1
    FOR NO KEY UPDATE
  ), deleted AS (
    DELETE FROM held_record
    WHERE id IN (
      SELECT r.id
      FROM held_record r
      WHERE r.broker_id = (SELECT broker_id FROM hold) AND NOT is_under_legal_hold(r.broker_id, r.record_id)
      LIMIT :batchSize)
    RETURNING 1
  ), released AS (
    UPDATE legal_hold
    SET released_at = now()
    WHERE id = (SELECT id FROM hold) AND (SELECT count(*) FROM deleted) < :batchSize
  )
  SELECT (SELECT count(*) FROM deleted)::int AS deleted
  FROM hold`,
);

const batchSize = 5_000;

/** Deletes what only lifted legal holds have kept, a batch at a time. Returns how many records. */
export async function deleteReleasedRecords(db: Pick<Db, 'query'>): Promise<number> {
  let count = 0;
  for (;;) {
    const [batch] = await db.query(releaseStatement, { batchSize });
    count += batch?.deleted ?? 0;
    if (!batch) return count;
  }
}
