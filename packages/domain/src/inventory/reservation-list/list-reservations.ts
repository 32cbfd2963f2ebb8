import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import type { Reservation } from '@linework/schemas/inventory/reservation';
import { composedValues } from '../../lists/composed-values.ts';
import { type Page, pageOf, stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf, type SqlSort } from '../../lists/sql-stretch.ts';
import { type ReservationRow, reservationColumnsAt, showReservation } from '../show-reservation.ts';
import { listClock, type ReservationFilters, reservationConditions } from './reservation-conditions.ts';

const sorts: Readonly<Record<ReservationFilters['sortBy'], SqlSort>> = {
  createdAt: { column: 'v.created_at', type: 'timestamptz', id: 'v.id' },
  expiresAt: { column: 'v.expires_at', type: 'timestamptz', id: 'v.id' },
};

/** One page of the reservations that the caller may see. */
export async function listReservations(db: Pick<Db, 'query'>, caller: Caller, filters: ReservationFilters): Promise<Page<Reservation>> {
  const [rows, total] = await Promise.all([readReservations(db, caller, filters), countReservations(db, caller, filters)]);
  const page = pageOf(filters, rows, total);
  return { ...page, items: page.items.map(showReservation) };
}

function readReservations(db: Pick<Db, 'query'>, caller: Caller, filters: ReservationFilters): Promise<readonly ReservationRow[]> {
  const { bind, values } = composedValues();
  const sort = sorts[filters.sortBy];
  const { skip, take } = stretchOf(filters);
  const wanted = [...reservationConditions(caller, filters, bind), ...beyondCursor(filters, sort, bind)].join(' AND ');
  const text = `SELECT ${reservationColumnsAt(listClock)} FROM reservation v
    WHERE ${wanted} ${orderOf(filters, sort)} OFFSET ${bind(skip)} LIMIT ${bind(take)}`;
  return db.query<ReservationRow>(plannedEachTime(text), values);
}

async function countReservations(db: Pick<Db, 'query'>, caller: Caller, filters: ReservationFilters): Promise<number> {
  const { bind, values } = composedValues();
  const wanted = reservationConditions(caller, filters, bind).join(' AND ');
  const [counted] = await db.query<{ readonly total: number }>(plannedEachTime(`SELECT count(*)::int AS total FROM reservation v WHERE ${wanted}`), values);
  return counted?.total ?? 0;
}
