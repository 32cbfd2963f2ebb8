import type { Caller } from '@linework/auth/caller';
import { eventType } from '@linework/schemas/events';
import type { ReservationStatus } from '@linework/schemas/inventory/reservation.lifecycle';
import type { PageQuery } from '../../lists/page.ts';
import { isClientReservation } from '../find-reservation.ts';

export interface ReservationFilters extends PageQuery {
  readonly sortBy: 'createdAt' | 'expiresAt';
  readonly createdAtFrom?: Date | undefined;
  readonly createdAtTo?: Date | undefined;
  readonly expiresAtFrom?: Date | undefined;
  readonly expiresAtTo?: Date | undefined;
  readonly status?: readonly ReservationStatus[] | undefined;
  readonly poolId?: readonly string[] | undefined;
  readonly resourceId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** The current time of a list, in SQL. now() is constant within the statement, so PostgreSQL can compare it with an index on the end. */
export const listClock = 'now()';

/** A reservation is EXPIRED once its end has passed, even if that status was never written. */
const statusConditions: Readonly<Record<ReservationStatus, string>> = {
  ACTIVE: `(v.status = 'ACTIVE' AND v.expires_at > ${listClock})`,
  EXPIRED: `(v.status = 'EXPIRED' OR v.status = 'ACTIVE' AND v.expires_at <= ${listClock})`,
  CONSUMED: "v.status = 'CONSUMED'",
  RELEASED: "v.status = 'RELEASED'",
};

type Bind = (value: unknown) => string;

/** The conditions of a list of reservations, in SQL on `reservation v`. */
export function buildReservationConditions({ brokerId: callerBrokerId }: Pick<Caller, 'brokerId'>, filters: ReservationFilters, bind: Bind): readonly string[] {
  const { status, poolId, resourceId, brokerId, createdAtFrom, createdAtTo, expiresAtFrom, expiresAtTo } = filters;
  const buildTimeCondition = (column: string, operator: '>=' | '<=', value: Date | undefined) =>
    value ? [`v.${column} ${operator} ${bind(value.toISOString())}::timestamptz`] : [];
  return [
    `v.${isClientReservation}`,
    ...(callerBrokerId === null ? [] : [`v.broker_id = ${bind(callerBrokerId)}::uuid`]),
    ...(brokerId ? [`v.broker_id = ANY(${bind(brokerId)}::uuid[])`] : []),
    ...buildTimeCondition('created_at', '>=', createdAtFrom),
    ...buildTimeCondition('created_at', '<=', createdAtTo),
    ...buildTimeCondition('expires_at', '>=', expiresAtFrom),
    ...buildTimeCondition('expires_at', '<=', expiresAtTo),
    ...(status ? [`(${[...new Set(status)].map((wantedStatus) => statusConditions[wantedStatus]).join(' OR ')})`] : []),
    ...(poolId ? [buildPoolCondition(bind(poolId))] : []),
    ...(resourceId ? [buildResourceCondition(bind(resourceId))] : []),
  ];
}

/** A reservation with resources of several pools has no pool_id; the pools of its resources are compared. */
const buildPoolCondition = (poolIds: string) => `(v.pool_id = ANY(${poolIds}::uuid[])
  OR (v.pool_id IS NULL AND EXISTS (SELECT FROM resource r WHERE r.id = ANY(v.resource_ids) AND r.pool_id = ANY(${poolIds}::uuid[]))))`;

/** The events of a resource name each of its reservations, and have an index by resource. */
const buildResourceCondition = (resourceIds: string) => `v.id = ANY(ARRAY(
  SELECT (e.details ->> 'reservationId')::uuid FROM event e
  WHERE e.resource_id = ANY(${resourceIds}::uuid[]) AND e.type = '${eventType('resource.reserved')}' AND e.details ? 'reservationId'))`;
