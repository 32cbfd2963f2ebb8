import type { Caller } from '@linework/auth/caller';
import type { Bind } from '@linework/lists/bound-values';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import { compareTime } from '@linework/lists/sql-range';
import { eventType } from '@linework/schemas/events';
import type { listReservationsRoute } from '@linework/schemas/inventory/reservations/reservations.routes';
import type { ReservationStatus } from '@linework/schemas/lifecycles/reservation.lifecycle';
import { isClientReservation } from '../reservations/find-reservation.ts';

export type ReservationFilters = ListQuery<typeof listReservationsRoute>;

/**
 * The current time of a list, in SQL. now() is constant within the statement, so PostgreSQL can compare it with an
 * index on the end.
 */
export const listClock = 'now()';

/** A reservation is EXPIRED once its end has passed, even if that status was never written. */
const statusConditions: Readonly<Record<ReservationStatus, string>> = {
  ACTIVE: `(v.status = 'ACTIVE' AND v.expires_at > ${listClock})`,
  EXPIRED: `(v.status = 'EXPIRED' OR v.status = 'ACTIVE' AND v.expires_at <= ${listClock})`,
  CONSUMED: "v.status = 'CONSUMED'",
  RELEASED: "v.status = 'RELEASED'",
};

const filterTable: FilterTable<ReservationFilters, string, [Bind]> = {
  brokerId: (ids, bind) => `v.broker_id = ANY(${bind(ids)}::uuid[])`,
  createdAtFrom: (from, bind) => compareTime('v.created_at', '>=', from, bind),
  createdAtTo: (to, bind) => compareTime('v.created_at', '<=', to, bind),
  expiresAtFrom: (from, bind) => compareTime('v.expires_at', '>=', from, bind),
  expiresAtTo: (to, bind) => compareTime('v.expires_at', '<=', to, bind),
  status: (statuses) => `(${[...new Set(statuses)].map((status) => statusConditions[status]).join(' OR ')})`,
  poolId: (ids, bind) => buildPoolCondition(bind(ids)),
  resourceId: (ids, bind) => buildResourceCondition(bind(ids)),
};

/** The conditions of a list of reservations, in SQL on `reservation v`. */
export function buildReservationConditions(
  { brokerId }: Pick<Caller, 'brokerId'>,
  filters: ReservationFilters,
  bind: Bind,
): readonly string[] {
  const callerConditions = brokerId === null ? [] : [`v.broker_id = ${bind(brokerId)}::uuid`];
  return [`v.${isClientReservation}`, ...callerConditions, ...applyFilters(filters, filterTable, bind)];
}

/** A reservation with resources of several pools has no pool_id; the pools of its resources are compared. */
const buildPoolCondition = (poolIds: string) => `(v.pool_id = ANY(${poolIds}::uuid[])
  OR (v.pool_id IS NULL
    AND EXISTS (SELECT FROM resource r WHERE r.id = ANY(v.resource_ids) AND r.pool_id = ANY(${poolIds}::uuid[]))))`;

/** The events of a resource name each of its reservations, and have an index by resource. */
const buildResourceCondition = (resourceIds: string) => `v.id = ANY(ARRAY(
  SELECT (e.details ->> 'reservationId')::uuid FROM event e
  WHERE e.resource_id = ANY(${resourceIds}::uuid[]) AND e.type = '${eventType('resource.reserved')}'
    AND e.details ? 'reservationId'))`;
