import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';

export interface UnansweredCount {
  readonly kind: UnansweredKind;
  /** Records that Linework still polls. */
  readonly waiting: number;
  /** Records older than the age limit, which an operator has to decide on. */
  readonly stopped: number;
  readonly oldestAgeSeconds: number;
}

/** Reads the partial index `one_open_unanswered_call_per_record`: answered or decided calls cost nothing. */
const countStatement = statement(
  'count-unanswered-calls',
  `SELECT kind,
     count(*) FILTER (WHERE stopped_at IS NULL)::int AS waiting,
     count(*) FILTER (WHERE stopped_at IS NOT NULL)::int AS stopped,
     greatest(extract(epoch FROM now() - min(since)), 0)::float8 AS "oldestAgeSeconds"
   FROM unanswered_call
   WHERE ended_at IS NULL
   GROUP BY kind`,
);

/** Counts the open unanswered calls of all brokers by the kind of their record. */
export function countUnansweredCalls(db: Pick<Db, 'query'>): Promise<readonly UnansweredCount[]> {
  return db.query(countStatement);
}
