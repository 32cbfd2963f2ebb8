import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { createBoundValues } from '@linework/lists/bound-values';
import { buildPage, getRowRange, type Page, type PageQuery } from '@linework/lists/page';
import { buildCursorCondition, buildOrderBy, type SqlSort } from '@linework/lists/sql-range';
import { type Reservation, reservation } from '@linework/schemas/inventory/reservations/reservation';
import { printRecord } from '@linework/schemas/print-record';
import { type ReservationRow, reservationColumnsAt } from '../reservations/reservation-columns.ts';
import { buildReservationConditions, listClock, type ReservationFilters } from './reservation-conditions.ts';

const sorts: Readonly<Record<ReservationFilters['sortBy'], SqlSort>> = {
  createdAt: { column: 'v.created_at', type: 'timestamptz', id: 'v.id' },
  expiresAt: { column: 'v.expires_at', type: 'timestamptz', id: 'v.id' },
};

/** One page of the reservations that the caller may see. */
export async function listReservations(
  db: Pick<Db, 'query'>,
  caller: Caller,
  filters: ReservationFilters & Pick<PageQuery, 'withoutTotal'>,
): Promise<Page<Reservation>> {
  const [rows, total] = await Promise.all([
    readReservations(db, caller, filters),
    filters.withoutTotal ? 0 : countReservations(db, caller, filters),
  ]);
  const page = buildPage(filters, rows, total);
  return { ...page, items: page.items.map((record) => printRecord(reservation, record)) };
}

function readReservations(
  db: Pick<Db, 'query'>,
  caller: Caller,
  filters: ReservationFilters,
): Promise<readonly ReservationRow[]> {
  const { bind, values } = createBoundValues();
  const sort = sorts[filters.sortBy];
  const { skip, take } = getRowRange(filters);
  const conditions = [
    ...buildReservationConditions(caller, filters, bind),
    ...buildCursorCondition(filters, sort, bind),
  ].join(' AND ');
  const text = `SELECT ${reservationColumnsAt(listClock)}
    FROM reservation v
    WHERE ${conditions} ${buildOrderBy(filters, sort)}
    OFFSET ${bind(skip)}
    LIMIT ${bind(take)}`;
  return db.query(assembled<ReservationRow>({ text, values }));
}

async function countReservations(db: Pick<Db, 'query'>, caller: Caller, filters: ReservationFilters): Promise<number> {
  const { bind, values } = createBoundValues();
  const conditions = buildReservationConditions(caller, filters, bind).join(' AND ');
  const text = `SELECT count(*)::int AS total FROM reservation v WHERE ${conditions}`;
  const [countRow] = await db.query(assembled<{ readonly total: number }>({ text, values }));
  return countRow?.total ?? 0;
}
