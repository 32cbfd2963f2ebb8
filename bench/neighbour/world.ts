import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { startApi } from '@linework/testing/processes/start-api';
import { manyLines } from '@linework/testing/volume/many-lines';
import { insertPastOrders } from '../services/insert-past-orders.ts';
import { startPostgres } from '../services/postgres.ts';
import { createLinesWithBalances } from '../usage/lines-with-balances.ts';

/** The data of broker A's thread. */
export interface BrokerA {
  readonly url: string;
  readonly key: string;
  /** The key of an operator, for imports. */
  readonly operatorKey: string;
  readonly lineIds: readonly string[];
  readonly receiptIds: readonly string[];
  readonly poolId: string;
}

export interface BrokerB {
  readonly url: string;
  readonly key: string;
  /** ACTIVE lines; each is blocked once. */
  readonly lineIds: readonly string[];
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

/** Starts one API process with its default limits, on a separate PostgreSQL with two brokers. */
export async function startWorld(blocks: number): Promise<World> {
  const postgres = await startPostgres();
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, statementTimeoutMs: 60_000 });
  const { brokerId, nextLineId } = await createLinesWithBalances(db, linesOfA);
  const lineIds = Array.from({ length: linesOfA }, nextLineId);
  await insertPastOrders(db.pool, { brokerId, lineIds }, ordersOfEach);
  const receiptIds: string[] = [];
  for (let count = 0; count < receiptsOfA; count += 1) receiptIds.push((await aTaxReceipt(db, 'DRAFT', { brokerId })).id);
  const { id: poolId, brokerId: importingBrokerId } = await aPool(db);
  await everyRange(db, { id: importingBrokerId });

  const other = await aBroker(db);
  const otherLines = await manyLines(db, 'ACTIVE', other.id, blocks);
  await insertPastOrders(db.pool, { brokerId: other.id, lineIds: otherLines.slice(0, 1_000) }, ordersOfEach);
  const brokerScopes = scopes.filter((scope) => scope !== 'operator');
  const [{ key }, { key: otherKey }, { key: operatorKey }] = [
    await createApiKey(db, { name: 'A', brokerId, scopes: brokerScopes }),
    await createApiKey(db, { name: 'B', brokerId: other.id, scopes: brokerScopes }),
    await createApiKey(db, { name: 'operator', scopes }),
  ];
  const { url, stop } = await startApi({
    DATABASE_URL: postgres.url,
    CHECK_RESPONSES: 'false',
    RATE_LIMIT_PER_SECOND: '500',
    BROKER_RATE_LIMIT_PER_SECOND: '1000',
    IN_FLIGHT_LIMIT: '100',
  });
  return {
    a: { url, key, operatorKey, lineIds, receiptIds, poolId },
    b: { url, key: otherKey, lineIds: otherLines },
    postgres: postgres.version,
    async stop() {
      await stop();
      await db.close();
      await postgres.stop();
    },
  };
}
