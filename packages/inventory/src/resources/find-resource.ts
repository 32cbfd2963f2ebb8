import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { ResourceDetails } from '@linework/schemas/inventory/resource';
import {
  type DetailsRow,
  detailColumns,
  printResourceDetails,
  resourceColumns,
  resourceTables,
} from './resource-columns.ts';

const findResourceStatement = statement(
  'find-resource',
  { resourceId: 'uuid', brokerId: 'uuid?' },
  `SELECT ${resourceColumns}, ${detailColumns},
     coalesce(s.reserved_until, s.quarantine_ends_at) <= now() AS "hasExpired", t.reusable,
     coalesce(r.reservation_ttl, p.reservation_ttl, t.reservation_ttl) AS "nextReservationTTL",
     coalesce(r.quarantine_ttl, p.quarantine_ttl, t.quarantine_ttl) AS "nextQuarantineTTL"
   FROM ${resourceTables}
   WHERE r.id = :resourceId AND (:brokerId IS NULL OR r.broker_id = :brokerId)`,
);

type FoundRow = RowOf<typeof findResourceStatement>;

/**
 * The resource as its client sees it, by the database's clock. Raises not-found when it does not exist or belongs to
 * another broker.
 */
export async function findResource(
  db: Pick<Db, 'query'>,
  { caller, resourceId }: { caller: Caller; resourceId: string },
): Promise<ResourceDetails> {
  const [row] = await db.query(findResourceStatement, { resourceId, brokerId: caller.brokerId });
  if (!row) throw resourceNotFound(resourceId);
  return printResourceDetails(row.hasExpired ? applyExpiry(row) : row);
}

/** The row after the sweep. */
function applyExpiry({ nextReservationTTL, nextQuarantineTTL, ...row }: FoundRow): DetailsRow {
  const status = row.status === 'quarantined' && !row.reusable ? 'decommissioned' : 'available';
  const ttls = { reservationTTL: nextReservationTTL, quarantineTTL: nextQuarantineTTL };
  const reservation = { reservationId: null, reservedAt: null, reservedUntil: null };
  return { ...row, ...ttls, status, ...reservation, quarantinedAt: null, quarantineEndsAt: null };
}

export const resourceNotFound = (resourceId: string) => notFound(`There is no resource ${resourceId}.`);
