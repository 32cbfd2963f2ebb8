import { subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import { aTestDb } from '@linework/testing/a-test-db';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { scheduledChanges } from '../src/scheduled-changes.ts';

const db = await aTestDb();

/** The columns whose earliest time is `due_at`, as the database defines it for a status. */
async function readTimesOf(status: string): Promise<readonly string[]> {
  const [row] = await db.query(sql<{ definition: string }>`SELECT generation_expression AS definition
       FROM information_schema.columns
       WHERE table_name = 'subscription' AND column_name = 'due_at'`);
  const times = new RegExp(`WHEN '${status}'::text THEN LEAST\\(([^)]*)\\)`).exec(row?.definition ?? '')?.[1];
  return times?.split(', ').toSorted() ?? [];
}

describe('the scheduled changes of a subscription', () => {
  it.each(subscriptionLifecycle.statuses)('are made at the times that the database compares for %s', async (status) => {
    const columns = scheduledChanges.filter(({ statuses }) => statuses.includes(status)).map(({ column }) => column);
    expect(columns.toSorted()).toEqual(await readTimesOf(status));
  });

  it('are made in every status that is not final', () => {
    const open = subscriptionLifecycle.statuses.filter((status) => !subscriptionLifecycle.isFinal(status));
    expect(open.filter((status) => !scheduledChanges.some(({ statuses }) => statuses.includes(status)))).toEqual([]);
  });
});
