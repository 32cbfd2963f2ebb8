import { createTestDb } from '@linework/testing/create-test-db';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { retryOnDeadlock } from '../src/retry-on-deadlock.ts';
import { until } from './until.ts';

const db = await createTestDb();
const [one, other, gate] = [new pg.Client(db.url), new pg.Client(db.url), new pg.Client(db.url)];
await Promise.all([one, other, gate].map((client) => client.connect()));
afterAll(async () => {
  await Promise.all([one, other, gate].map((client) => client.end()));
  await db.drop();
});

describe('a statement of a queue', () => {
  it('is repeated after a deadlock and takes effect once', async () => {
    await gate.query(
      'create table tally (id int primary key, n int not null); insert into tally values (1, 0), (2, 0)',
    );
    await gate.query(`create function count_up() returns void language plpgsql as $$ begin
      update tally set n = n + 1 where id = 2;
      perform pg_advisory_xact_lock_shared(1);
      update tally set n = n + 1 where id = 1;
    end $$`);
    const waiting = (count: number) =>
      until(
        async () =>
          (
            await gate.query(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount === count,
      );
    // Only `one` checks for a deadlock while it waits, so only its statement is aborted.
    await other.query("set deadlock_timeout = '10min'");
    await one.query("set deadlock_timeout = '10ms'");
    await gate.query('select pg_advisory_lock(1)');
    await other.query('begin');
    await other.query('update tally set n = 10 where id = 1');

    let attempts = 0;
    const counted = retryOnDeadlock(() => {
      attempts += 1;
      return one.query('select count_up()');
    });
    await waiting(1);
    const updated = other.query('update tally set n = 10 where id = 2');
    await waiting(2);
    await gate.query('select pg_advisory_unlock(1)');
    await updated;
    await other.query('commit');
    await counted;
    // Sometimes it locks its first row again before the other one has woken up, and is aborted once more.
    expect(attempts).toBeGreaterThan(1);
    expect((await gate.query('select n from tally order by id')).rows).toEqual([{ n: 11 }, { n: 11 }]);
  });

  it.each([
    ['is given up with its error after the fifth deadlock', 'deadlock_detected', '40P01', 5],
    ['is not repeated after another error', 'serialization_failure', '40001', 1],
  ])('%s', async (_, condition, code, expected) => {
    let attempts = 0;
    const query = retryOnDeadlock(() => {
      attempts += 1;
      return gate.query(`do $$ begin raise exception 'aborted' using errcode = '${condition}'; end $$`);
    });
    await expect(query).rejects.toMatchObject({ code, message: 'aborted' });
    expect(attempts).toBe(expected);
  });
});
