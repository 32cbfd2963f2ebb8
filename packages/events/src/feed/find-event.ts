import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { PositionedEvent } from '../build-envelope.ts';
import { rangeHasEvent } from './event-ranges.ts';
import { eventColumns, joinActor } from './select-event.ts';

const select = `SELECT ${eventColumns}
  FROM event e
  JOIN event_range r ON ${rangeHasEvent}
  ${joinActor}`;

/** The id begins with the number, which is the primary key. */
const findBySeqStatement = statement(
  'find-event-by-seq',
  { seq: 'bigint', id: 'uuid', brokerId: 'uuid?' },
  `${select}
  WHERE e.seq = :seq
    AND e.id = :id
    AND (:brokerId IS NULL OR e.broker_id = :brokerId)`,
);

/** An event of a release before that rule. Its condition is the one of the index `event_id_of_earlier`. */
const findEarlierStatement = statement(
  'find-event-of-earlier',
  { id: 'uuid', brokerId: 'uuid?' },
  `${select}
  WHERE e.id = :id
    AND (get_byte(uuid_send(e.id), 6) >> 4) = 4
    AND (:brokerId IS NULL OR e.broker_id = :brokerId)`,
);

/**
 * Finds an event in the feed by its id. Raises not-found if it is of another broker, or not in the feed: not yet, or no
 * longer.
 */
export async function findEvent(
  db: Pick<Db, 'query'>,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Promise<PositionedEvent> {
  const found = await lookUpEvent(db, id, caller.brokerId);
  if (!found) throw notFound(`There is no event ${id}, or it is no longer kept.`);
  return found;
}

/** Returns an event of the feed by its id, or undefined if it is of another broker, or not in the feed. */
export async function lookUpEvent(
  db: Pick<Db, 'query'>,
  id: string,
  brokerId: string | null,
): Promise<PositionedEvent | undefined> {
  const digits = id.replaceAll('-', '');
  const [found] =
    digits[12] === '8'
      ? await db.query(findBySeqStatement, {
          seq: Number.parseInt(digits.slice(0, 12), 16),
          id,
          brokerId,
        })
      : await db.query(findEarlierStatement, { id, brokerId });
  return found;
}
