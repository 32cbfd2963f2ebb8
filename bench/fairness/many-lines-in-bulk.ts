import { statement } from '@linework/db/statement';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { BrokerWithLines, Fleet } from '../services/fleet.ts';

/** The number of concurrent bulk operations. Each has a share of every round. */
const operationCount = 100;

export interface BulkWork {
  /**
   * Cancels the remaining lines and waits until the last order has settled. Returns how many orders were completed, and
   * in how many seconds.
   */
  end(): Promise<{ readonly completed: number; readonly seconds: number }>;
}

/** Requests to block all ACTIVE lines of the broker in 100 concurrent bulk operations. */
export async function blockInBulk({ db }: Pick<Fleet, 'db'>, { id, client }: BrokerWithLines): Promise<BulkWork> {
  const lines = await db.query(activeStatement, { brokerId: id });
  const each = Math.ceil(lines.length / operationCount);
  const before = await countCompleted();
  const startedMs = performance.now();
  const bulkIds: string[] = [];
  for (let from = 0; from < lines.length; from += each) {
    const lineIds = lines.slice(from, from + each).map((line) => line.id);
    const response = await client.send('POST', '/bulk-operations', { body: { operation: 'block', lineIds } });
    if (response.status >= 300) throw new Error(response.text);
    bulkIds.push(JSON.parse(response.text).id);
  }

  async function countCompleted(): Promise<number> {
    const [row] = await db.query(countStatement, { brokerId: id });
    return row?.completed ?? 0;
  }

  return {
    async end() {
      const seconds = (performance.now() - startedMs) / 1_000;
      const completed = (await countCompleted()) - before;
      for (const bulkId of bulkIds) await client.send('POST', `/bulk-operations/${bulkId}/cancel`);
      const isOver = async () => (await db.query(openStatement, { brokerId: id }))[0]?.open === 0;
      await waitUntil('the bulk work has settled', isOver, { limitMs: 120_000 });
      return { completed, seconds };
    },
  };
}

const activeStatement = statement(
  'fairness-active-lines',
  { brokerId: 'uuid' },
  "SELECT id FROM line WHERE broker_id = :brokerId AND status = 'ACTIVE' ORDER BY id",
).returns<{ id: string }>();
const countStatement = statement(
  'fairness-completed',
  { brokerId: 'uuid' },
  "SELECT count(*)::int AS completed FROM orders WHERE broker_id = :brokerId AND status = 'COMPLETED'",
).returns<{ completed: number; open: number }>();
const openStatement = statement(
  'fairness-open',
  { brokerId: 'uuid' },
  `SELECT (SELECT count(*) FROM orders WHERE broker_id = :brokerId AND is_open)::int
     + (
       SELECT count(*)
       FROM bulk_operation
       WHERE broker_id = :brokerId AND status IN ('RUNNING', 'CANCELLING')
     )::int AS open`,
).returns<{ open: number }>();
