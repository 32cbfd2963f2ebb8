import { randomUUID } from 'node:crypto';
import { type CausedValue, readCauses } from '@linework/events/read-causes';
import { type EventType, eventType } from '@linework/schemas/events';
import { aBroker } from '@linework/testing/a-broker';
import { aCallerOf } from '@linework/testing/callers';
import { anExplainingDb } from '@linework/testing/volume/open-explaining-db';
import { describe, expect, it } from 'vitest';

const events = 10_000_000;
const chunk = 50_000;
/** The events of one record. */
const eventsOfRecord = 20;
/** The record that is read. */
const recordId = randomUUID();

const kinds = {
  line: { type: eventType('line.activated'), values: ['status', 'holder', 'msisdn', 'iccId', 'subscriptionId'] },
  holder: { type: eventType('holder.changed'), values: ['name', 'federalTaxId'] },
  subscription: { type: eventType('subscription.activated'), values: ['status'] },
  resource: { type: eventType('resource.activated'), values: ['status', 'began'] },
} as const satisfies Readonly<Record<string, { readonly type: EventType; readonly values: readonly CausedValue[] }>>;

const { db, content: broker } = await anExplainingDb(async (filling) => {
  const made = await aBroker(filling);
  const client = await filling.pool.connect();
  await client.query('SET statement_timeout = 0');
  // Records have their events at distances, as in an installation with many. One statement takes less than its limit.
  for (let from = 1; from <= events; from += chunk)
    await client.query(
      `INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, at)
       SELECT $1, $2, $3, md5((n % $4)::text)::uuid, 'BLOCKED', 'ACTIVE',
         now() - interval '400 days' + n * interval '1 s'
       FROM generate_series($5::int, $6::int) AS n`,
      [made.id, kinds.line.type, 'line', events / eventsOfRecord, from, from + chunk - 1],
    );
  await client.query(
    `INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, details)
     SELECT $1, $2, $3, $4, 'ACTIVE', '{"changed": ["name", "federalTaxId", "subscriptionId"]}'
     FROM generate_series(1, $5)`,
    [made.id, kinds.line.type, 'line', recordId, eventsOfRecord],
  );
  await client.query('ANALYZE event');
  client.release();
  return made;
});

describe(`among ${events} events`, () => {
  it.each(Object.entries(kinds))('the causes of a %s are read by the index of its events', async (_, { values }) => {
    const explaining = db.explain(db);
    const instant = new Date(Date.now() + 60_000);
    const questions = values.map((value) => ({ recordId, value, instant }));
    for (let run = 0; run < 8; run += 1) await readCauses(explaining, aCallerOf(broker), questions);
    const plans = explaining.explained;
    for (const { plan, blocks } of plans) {
      const nodes = JSON.stringify(plan);
      expect(nodes).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"event/);
      expect(nodes).toContain('resource_id_seq_idx');
      expect(blocks).toBeLessThan(200);
    }
    console.info(`${values.join(', ')}: ${plans.map(({ ms, blocks }) => `${ms} ms, ${blocks} blocks`).join('; ')}`);
  });
});
