import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { startApi } from '@linework/testing/processes/start-api';
import { startWorker } from '@linework/testing/processes/start-worker';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { manyLines } from '@linework/testing/volume/many-lines';
import { insertPastOrders } from '../services/insert-past-orders.ts';
import { startPostgres } from '../services/postgres.ts';
import { createLinesWithBalances } from '../usage/lines-with-balances.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** The data of broker A's thread. */
export interface BrokerA {
  readonly url: string;
  readonly key: string;
  /** The key of an operator, for imports. */
  readonly operatorKey: string;
  readonly lineIds: readonly string[];
  readonly receiptIds: readonly string[];
  readonly poolId: string;
  /** A webhook endpoint whose receiver hangs. It gets the changes of lines. */
  readonly endpointId: string;
}

export interface BrokerB {
  readonly url: string;
  readonly key: string;
  /** ACTIVE lines; each is blocked once. */
  readonly lineIds: readonly string[];
  /** Changes of this line are sent to a webhook endpoint. */
  readonly changedLineId: string;
  readonly receiver: Receiver;
}

export interface World {
  readonly a: BrokerA;
  readonly b: BrokerB;
  readonly postgres: string;
  stop(): Promise<void>;
}

const linesOfA = 5_000;
/** More receipts than the API caches, so that each document has to be rendered. */
const receiptsOfA = 400;
const ordersOfEach = 50_000;

/**
 * Starts one API process with its default limits and one worker, on a separate PostgreSQL with two brokers. The network
 * is paused, so that the worker sends webhooks and executes no orders.
 */
export async function startWorld(blocks: number): Promise<World> {
  const postgres = await startPostgres();
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, statementTimeoutMs: 60_000 });
  const { brokerId, nextLineId } = await createLinesWithBalances(db, linesOfA);
  const lineIds = Array.from({ length: linesOfA }, nextLineId);
  await insertPastOrders(db.pool, { brokerId, lineIds }, ordersOfEach);
  const receiptIds: string[] = [];
  for (let count = 0; count < receiptsOfA; count += 1)
    receiptIds.push((await aTaxReceipt(db, 'DRAFT', { brokerId })).id);
  const { id: poolId, brokerId: importingBrokerId } = await aPool(db);
  await everyRange(db, { id: importingBrokerId });

  const other = await aBroker(db);
  const otherLines = await manyLines(db, 'ACTIVE', other.id, blocks + 1);
  await insertPastOrders(db.pool, { brokerId: other.id, lineIds: otherLines.slice(0, 1_000) }, ordersOfEach);
  const brokerScopes = scopes.filter((scope) => scope !== 'operator');
  const [{ key }, { key: otherKey }, { key: operatorKey }] = [
    await createApiKey(db, { name: 'A', brokerId, scopes: brokerScopes }),
    await createApiKey(db, { name: 'B', brokerId: other.id, scopes: brokerScopes }),
    await createApiKey(db, { name: 'operator', scopes }),
  ];
  const keys = testSecretKeys();
  const common = { DATABASE_URL: postgres.url, WEBHOOK_TRUSTED_HOSTS: '127.0.0.1' };
  const api = await startApi({
    ...common,
    SECRET_PUBLIC_KEYS_FILE: keys.publicKeysFile,
    CHECK_RESPONSES: 'false',
    RATE_LIMIT_PER_SECOND: '500',
    BROKER_RATE_LIMIT_PER_SECOND: '1000',
    IN_FLIGHT_LIMIT: '100',
  });
  const { url } = api;
  await post(`${url}/pauses`, operatorKey, { kind: 'system', target: 'network', reason: 'Only webhooks are sent.' });
  const worker = await startWorker({ ...common, SECRET_PRIVATE_KEYS_FILE: keys.privateKeysFile });
  const receiver = await startReceiver();
  const types = ['line.changed'];
  const endpointId = await post(`${url}/webhook-endpoints`, key, { url: receiver.hangingUrl, types });
  await post(`${url}/webhook-endpoints`, otherKey, { url: receiver.answeringUrl, types });
  const [changedLineId = '', ...blockedLines] = otherLines;
  return {
    a: { url, key, operatorKey, lineIds, receiptIds, poolId, endpointId },
    b: { url, key: otherKey, lineIds: blockedLines, changedLineId, receiver },
    postgres: postgres.version,
    async stop() {
      receiver.stop();
      await worker.stop();
      await api.stop();
      await db.close();
      await postgres.stop();
    },
  };
}

/** Creates a record and returns its id. */
async function post(url: string, key: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const created = (await response.json()) as { readonly id: string };
  if (response.status !== 201) throw new Error(`${url} got ${response.status}: ${JSON.stringify(created)}`);
  return created.id;
}
