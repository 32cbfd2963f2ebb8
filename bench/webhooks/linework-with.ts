import type { OpenDb } from '@linework/db/db';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { assignEventPositions } from '@linework/events/feed/assign-event-positions';
import { createLog } from '@linework/log/log';
import { aBroker } from '@linework/testing/a-broker';
import { aCallerOf, withKey } from '@linework/testing/callers';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { createAddressPolicy } from '@linework/webhooks/address/address-policy';
import { fanOutAllEvents } from '@linework/webhooks/deliveries/fan-out';
import { createEndpoint } from '@linework/webhooks/endpoints/create-endpoint';
import { createReceiverClient } from '@linework/webhooks/sending/call-receiver';
import { createSender } from '@linework/webhooks/sending/create-sender';
import { createMessageBuilder } from '@linework/webhooks/sending/message';
import { defaultRetryDelaysMs } from '@linework/webhooks/sending/schedule';
import { createSigningKeyFinder } from '@linework/webhooks/sending/signing-keys';
import type { Contender } from '../harness/contender.ts';
import { startPostgres } from '../services/postgres.ts';
import { concurrency, deliveriesInUnit, endpointCount, eventsInUnit, perEndpoint } from './endpoints.ts';
import { startReceiver } from './start-receiver.ts';

/** Short, so that a dead endpoint that does not answer is called several times in a measurement. */
const timeoutMs = 2_000;
const backlogOfDead = 100;
const log = createLog({ name: 'bench', level: 'info', destination: { write() {} } });

/**
 * The contender, beside endpoints of another broker that have been dead for an hour: half of them refuse the
 * connection, half of them hang.
 */
export function lineworkWith(deadCount: number, name: string): Contender {
  return {
    name,
    records: 'ten events, their positions, a delivery and an attempt for each call, and its result',
    async start() {
      const [postgres, receiver] = await Promise.all([startPostgres(), startReceiver()]);
      await migrate(postgres.url);
      const db = openDb({ url: postgres.url });
      const client = createReceiverClient({ policy: createAddressPolicy(['127.0.0.1']), timeoutMs });
      const sender = createSender({
        db,
        log,
        client,
        findSigningKeys: createSigningKeyFinder(db, testSecretKeys().openSealed),
        buildMessages: createMessageBuilder(db),
        settings: { concurrency, perEndpoint, timeoutMs, retryDelaysMs: defaultRetryDelaysMs, pauseLimitMs: 600_000 },
      });
      const brokerId = await createEndpoints(db, (at) => `${receiver.url}/${at}`, endpointCount);
      if (deadCount > 0) await addDeadEndpoints(db, `${receiver.url}/hang`, deadCount);
      // The job that looks for due deliveries runs as often as in the worker.
      const timer = setInterval(() => void sender.fill(), 250);
      const delivered = async () => {
        const { rows } = await db.pool.query(
          "select count(*) as count from webhook_delivery where broker_id = $1 and status = 'delivered'",
          [brokerId],
        );
        return Number(rows[0].count);
      };
      let wanted = 0;

      return {
        versions: { PostgreSQL: postgres.version },
        countCommits: postgres.countCommits,
        settle: postgres.settle,
        async place() {
          await insertEvents(db, brokerId, eventsInUnit);
          wanted += deliveriesInUnit;
          await assignEventPositions(db);
          await fanOutAllEvents(db);
          void sender.fill();
          while ((await receiver.count()) < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
        },
        async countCompleted() {
          while ((await delivered()) < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
          return (await delivered()) / deliveriesInUnit;
        },
        async stop() {
          clearInterval(timer);
          await sender.close(0);
          receiver.stop();
          await db.close();
          await postgres.stop();
        },
      };
    },
  };
}

/** Half of them refuse the connection, half of them hang. */
async function addDeadEndpoints(db: OpenDb, hangingUrl: string, count: number): Promise<void> {
  const urlOf = (at: number) => (at % 2 === 0 ? 'http://127.0.0.1:9/refused' : hangingUrl);
  const deadId = await createEndpoints(db, urlOf, count);
  await insertEvents(db, deadId, backlogOfDead);
  await assignEventPositions(db);
  await fanOutAllEvents(db);
  await makeDeadForAnHour(db, deadId);
}

async function createEndpoints(db: OpenDb, urlOf: (at: number) => string, count: number): Promise<string> {
  const broker = await aBroker(db);
  const deps = { db, keyWrapper: testSecretKeys().wrapper, endpointLimit: count };
  const caller = await withKey(db, aCallerOf(broker));
  for (let at = 0; at < count; at += 1) {
    const input = {
      caller,
      url: urlOf(at),
      types: ['line.changed'],
      payload: 'full',
      ordering: 'none',
      signature: 'hmac',
    } as const;
    await createEndpoint(deps, input);
  }
  return broker.id;
}

/** Changes of lines: the endpoints do not ask for the events of their own creation. */
async function insertEvents(db: OpenDb, brokerId: string, count: number): Promise<void> {
  await db.pool.query(
    `insert into event (id, type, broker_id, resource_type, resource_id, details)
     select gen_random_uuid(), 'line.changed', $1, 'line', gen_random_uuid(), '{"changed": ["name"]}'
     from generate_series(1, $2::int)`,
    [brokerId, count],
  );
}

/** Their next calls are spread over the next ten minutes, as they are when an endpoint has failed for so long. */
async function makeDeadForAnHour(db: OpenDb, brokerId: string): Promise<void> {
  await db.pool.query(
    `update webhook_endpoint e
     set failures = 15, failing_since = now() - interval '1 hour', last_failure_at = now(), next_at = n.at,
       blocked_until = n.at
     from (select id, now() + random() * interval '10 minutes' as at from webhook_endpoint where broker_id = $1) n
     where e.id = n.id`,
    [brokerId],
  );
}
