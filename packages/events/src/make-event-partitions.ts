import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const makeStatement = statement('make-event-partitions', 'SELECT make_event_partitions() AS made').returns<{
  made: number;
}>();

/** Makes the partitions of the next 100,000,000 events; returns their number. */
export async function makeEventPartitions(db: Pick<Db, 'query'>): Promise<number> {
  const [result] = await db.query(makeStatement);
  return result?.made ?? 0;
}
