import type { Db } from '@linework/db/db';
import { isExclusionViolation } from '@linework/db/errors';
import type { RegisteredRangeWhereInput } from '@linework/db/generated/models/RegisteredRange';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals, isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { conflict, notFound } from '@linework/problem-details/make-problem';
import {
  type listRegisteredRangesRoute,
  type RangeClaim,
  type RegisteredRange,
  registeredRange,
} from '@linework/schemas/inventory/range-registry/range-registry.routes';
import { printRecord, type RecordOf } from '@linework/schemas/print-record';
import { v7 as newId } from 'uuid';

const columns = `id, kind, nullif(company, '') AS company, from_code AS "from", to_code AS "to", owner_id AS "brokerId",
  created_at AS "createdAt"`;

/** The same condition as the constraint `one_owner_per_code`. */
const findRegisteredStatement = statement(
  'find-registered-range',
  { kind: 'text', company: 'text', from: 'text', to: 'text', brokerId: 'uuid' },
  `SELECT ${columns},
     owner_id = :brokerId AND from_code::numeric <= :from::numeric AND to_code::numeric >= :to::numeric AS "isOwned"
   FROM registered_range
   WHERE kind = :kind AND company = :company AND length(from_code) = length(:from)
     AND numrange(from_code::numeric, to_code::numeric, '[]') && numrange(:from::numeric, :to::numeric, '[]')
   ORDER BY from_code
   LIMIT 1`,
);

const registerStatement = statement(
  'register-range',
  { id: 'uuid', kind: 'text', company: 'text', from: 'text', to: 'text', brokerId: 'uuid', keyId: 'uuid' },
  `WITH added AS (
    INSERT INTO registered_range (id, kind, company, from_code, to_code, owner_id, key_id)
    VALUES (:id, :kind, :company, :from, :to, :brokerId, :keyId)
    RETURNING *
  ), emitted AS (
    ${insertEvent('registered_range.created', {
      broker: null,
      key: ':keyId',
      details: "jsonb_build_object('kind', kind, 'from', from_code, 'to', to_code)",
    })}
    FROM added
  )
  SELECT ${columns} FROM added`,
);

/** Registers a range for a broker of any cell. Raises conflict if it overlaps a range that has not all its codes. */
export async function registerRange(
  db: Db,
  { keyId, company = '', ...claim }: RangeClaim & { readonly keyId: string },
): Promise<RegisteredRange> {
  const values = { ...claim, company };
  const owned = await findOwned(db, values);
  if (owned) return owned;
  try {
    const [row] = await db.savepoint((tx) => tx.query(registerStatement, { id: newId(), keyId, ...values }));
    return printRecord(registeredRange, row as RecordOf<typeof registeredRange>);
  } catch (error) {
    // A concurrent request has registered an overlapping range, perhaps for the same broker.
    const registered = isExclusionViolation(error, 'one_owner_per_code') ? await findOwned(db, values) : undefined;
    if (registered) return registered;
    throw error;
  }
}

/** The range that has all these codes, if the broker owns it. Raises conflict if another range has some of them. */
async function findOwned(
  db: Db,
  claim: RangeClaim & { readonly company: string },
): Promise<RegisteredRange | undefined> {
  const [found] = await db.query(findRegisteredStatement, claim);
  if (!found) return undefined;
  const { isOwned, ...row } = found;
  if (isOwned) return printRecord(registeredRange, row as RecordOf<typeof registeredRange>);
  throw conflict(`The broker ${row.brokerId} has registered ${row.from} to ${row.to}.`, { code: 'range-registered' });
}

const deleteStatement = statement(
  'delete-registered-range',
  { id: 'uuid', keyId: 'uuid' },
  `WITH deleted AS (
    DELETE FROM registered_range WHERE id = :id RETURNING *
  ), emitted AS (
    ${insertEvent('registered_range.deleted', {
      broker: null,
      key: ':keyId',
      details: "jsonb_build_object('kind', kind, 'from', from_code, 'to', to_code)",
    })}
    FROM deleted
  )
  SELECT id FROM deleted`,
);

/** Raises not-found. */
export async function deleteRegisteredRange(
  db: Pick<Db, 'query'>,
  { id, keyId }: { readonly id: string; readonly keyId: string },
): Promise<void> {
  const [deleted] = await db.query(deleteStatement, { id, keyId });
  if (!deleted) throw notFound(`There is no registered range ${id}.`);
}

export type RegisteredRangeFilters = ListQuery<typeof listRegisteredRangesRoute>;

const filterTable: FilterTable<RegisteredRangeFilters, RegisteredRangeWhereInput> = {
  kind: isOneOf('kind'),
  company: equals('company'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the ranges of all brokers. */
export async function listRegisteredRanges(
  db: Pick<Db, 'prisma'>,
  filters: RegisteredRangeFilters,
): Promise<Page<RegisteredRange>> {
  const where = { AND: [...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.registeredRange.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.registeredRange.count({ where }),
  });
  return {
    ...page,
    items: page.items.map((row) => printRecord(registeredRange, { ...row, company: row.company || null })),
  };
}
