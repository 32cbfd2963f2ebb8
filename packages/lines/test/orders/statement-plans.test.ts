import type { Db } from '@linework/db/db';
import type { Statement } from '@linework/db/statement';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { createPendingOrderAcquirer } from '@linework/engine/store/acquire-pending-orders';
import { getCommitStatement, listCommitVariants } from '@linework/engine/store/commit-transition';
import { createInsertStatements } from '@linework/engine/store/insert-orders';
import { aTestDb } from '@linework/testing/a-test-db';
import { format } from 'sql-formatter';
import { describe, expect, it } from 'vitest';
import { blockLine } from '../../src/order-types/block-line.ts';
import { lineResource } from '../../src/order-types/line-order-type.ts';

/** The statements with which a worker acquires one pending order and many. */
async function acquiringStatements(): Promise<readonly Statement[]> {
  const sent: Statement[] = [];
  const query = async (statement: Statement) => {
    sent.push(statement);
    return [];
  };
  const acquire = createPendingOrderAcquirer({ query } as unknown as Db, indexOrderTypes([blockLine]), {
    leaseMs: 1000,
  });
  await acquire(['a']);
  await acquire(['a', 'b']);
  return sent;
}

const db = await aTestDb();
const { single, batch, skipping } = createInsertStatements(lineResource);
const inserting = [single, batch, skipping.one, skipping.many].flatMap(({ move, keep }) => [move, keep]);
const committing = listCommitVariants(lineResource).map((variant) => getCommitStatement(lineResource, variant));
const statements = [...inserting, ...(await acquiringStatements()), ...committing];

describe('the text of the statement', () => {
  // A reader sees the commits as they run, put together from their fragments. `npm test -- statement-plans -u` writes
  // them.
  it.each(statements)('$name stands beside its plan', async ({ name, text }) => {
    await expect(`${format(text, { language: 'postgresql', expressionWidth: 100 })};\n`).toMatchFileSnapshot(
      `plans/${name}.sql`,
    );
  });
});

describe('the plan of the statement', () => {
  it.each(statements)('$name is the kept one, and reads no whole table', async ({ name, text }) => {
    const client = await db.pool.connect();
    try {
      // Without rows the planner would read whole tables. The kept plan shows which index serves each fragment.
      await client.query("SET enable_seqscan = off; SET plan_cache_mode = 'force_generic_plan'");
      await client.query(`PREPARE kept AS ${text}`);
      const { rows: parameters } = await client.query(
        "SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'kept'",
      );
      const { rows } = await client.query(
        `EXPLAIN (COSTS OFF) EXECUTE kept(${Array(parameters[0].count).fill('NULL').join(', ')})`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      await expect(`${plan}\n`).toMatchFileSnapshot(`plans/${name}.txt`);
      expect(plan).not.toMatch(/Seq Scan on (orders|order_step|order_attempt|resource_state|reservation|line) /);
    } finally {
      client.release(true);
    }
  });
});
