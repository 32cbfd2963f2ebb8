import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { makeEventPartitions } from '@linework/events/make-event-partitions';
import { deleteReleasedRecords } from '@linework/holders/legal-holds';
import type { Log } from '@linework/log/log';
import { countRowsWithoutPartition } from '@linework/operations/read-database-state';
import { makeUsagePartitions } from '@linework/usage/purge-usage-records';

const analyzeStatement = statement('analyze-partitioned-tables', 'SELECT analyze_partitioned_tables()');

export function maintainPartitionsHandler({ db, log }: { readonly db: Pick<Db, 'query'>; readonly log: Log }) {
  return async (): Promise<void> => {
    const made = { usage_record: await makeUsagePartitions(db), event: await makeEventPartitions(db) };
    if (made.usage_record + made.event > 0) {
      log.info(made, 'made the next partitions of tables');
      await db.query(analyzeStatement);
    }
    const released = await deleteReleasedRecords(db);
    if (released > 0) log.info({ released }, 'deleted what only lifted legal holds had kept');
    for (const { table, rows } of await countRowsWithoutPartition(db)) {
      if (rows > 0)
        log.warn(
          { table, rows },
          `rows of ${table} are in its default partition and are never dropped (linework doctor)`,
        );
    }
  };
}
