import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { FieldError } from '@linework/problem-details/field-error';
import { unprocessableValues } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { isClientReservation } from '../reservations/find-reservation.ts';
import type { ClaimRequest } from './allocate-claim.ts';

const sourceTypes = { id: 'uuid', brokerId: 'uuid', type: 'text' } as const;

const sources = {
  poolId: {
    noun: 'pool',
    find: statement(
      'find-pool-as-source',
      sourceTypes,
      `SELECT
       FROM pool p
       JOIN resource_type t ON t.id = p.type_id
       WHERE p.id = :id AND p.broker_id = :brokerId AND t.code = :type`,
    ),
  },
  resourceId: {
    noun: 'resource',
    find: statement(
      'find-resource-as-source',
      sourceTypes,
      `SELECT
       FROM resource r
       JOIN resource_type t ON t.id = r.type_id
       WHERE r.id = :id AND r.broker_id = :brokerId AND t.code = :type`,
    ),
  },
  reservationId: {
    noun: 'reservation',
    find: statement(
      'find-reservation-as-source',
      sourceTypes,
      `SELECT
       FROM reservation v JOIN resource r ON r.id = ANY(v.resource_ids) JOIN resource_type t ON t.id = r.type_id
       WHERE v.id = :id AND v.broker_id = :brokerId AND t.code = :type AND ${isClientReservation}
       LIMIT 1`,
    ),
  },
};

/**
 * A 422 with every requested source that the broker does not have or that has no resource of the type; undefined when
 * all are valid. The request calls its members `msisdn` and `sim`.
 */
export async function explainUnknownSources(
  db: Pick<Db, 'query'>,
  brokerId: string,
  requests: readonly ClaimRequest[],
): Promise<Problem | undefined> {
  const errors: FieldError[] = [];
  for (const { type, from } of requests) {
    const [[member, id]] = Object.entries(from) as [[keyof typeof sources, string]];
    const { noun, find } = sources[member];
    const [found] = await db.query(find, { id, brokerId, type });
    if (!found)
      errors.push({
        detail: `The broker has no ${noun} ${id} for a ${type}.`,
        pointer: `/${type.toLowerCase()}/${member}`,
      });
  }
  return errors.length === 0 ? undefined : unprocessableValues(errors, { code: 'unknown-source' });
}
