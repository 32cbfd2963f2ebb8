import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { hasExpired } from '../src/expiry/has-expired.ts';

const db = await aTestDb();

/** The plan of the query that `ask` sends. */
async function explainPlan(ask: (db: Pick<Db, 'query'>) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  await ask({
    async query(statement, ...[given]) {
      const values = statement.inOrder((given ?? {}) as never);
      const rows = await db.query(assembled<Record<string, string>>({ text: `EXPLAIN ${statement.text}`, values }));
      lines.push(...rows.map((row) => String(row['QUERY PLAN'])));
      return [];
    },
  });
  return lines.join('\n');
}

describe('the check for expired resources', () => {
  it('does not read a whole table when many had expired at the last ANALYZE and none has now', async () => {
    const pool = await aPool(db, { count: 12_000 });
    await reserveAll(db, pool, { perReservation: 100, endsInMs: -60_000 });
    await db.query(sql`ANALYZE resource_state`);
    await db.query(sql`UPDATE reservation SET expires_at = now() + interval '1 hour'`);

    expect(await hasExpired(db, 'reserved_until')).toBe(false);
    expect(await explainPlan((recorder) => hasExpired(recorder, 'reserved_until'))).not.toContain('Seq Scan');
  });
});
