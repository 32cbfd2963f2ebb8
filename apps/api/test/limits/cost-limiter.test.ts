import { EventEmitter } from 'node:events';
import type { Route, RouteCost } from '@linework/http/define-route';
import { getRouteCost } from '@linework/http/route-cost';
import { getLineRoute } from '@linework/schemas/lines/lines.routes';
import { getOrderRoute, listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { getTaxReceiptDocumentRoute, issueTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { recordUsageRoute } from '@linework/schemas/usage/usage.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { anOperator } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/endpoints/interface.ts';
import { costLimitsFor, createCostLimiter } from '../../src/limits/cost-limiter.ts';
import { allowed, startTestApi, type TestApi, type TestClient } from '../support/test-api.ts';

const openApis: TestApi[] = [];
afterEach(async () => {
  for (const api of openApis.splice(0)) await api.close();
});

async function anApi(costs = costLimitsFor(10)) {
  const api = await startTestApi({ limits: { ...allowed, costs }, statementTimeoutMs: 300_000 });
  openApis.push(api);
  return api;
}

const sendBatch = (client: TestClient, lineId: string, recordId: string) =>
  client.call(recordUsageRoute, {
    body: { records: [{ recordId, lineId, type: 'DATA', amount: 1, usedAt: new Date().toISOString() }] },
  });

/** Blocks every batch until the test calls the returned function. */
async function holdBatches({ db }: TestApi) {
  const holder = await db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE usage_account IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await holder.query('COMMIT');
    holder.release();
  };
}

describe('the requests that wait for capacity', () => {
  it('get a 503 if a unit of work in progress loses the database', async () => {
    const { acquire, runInTurn } = createCostLimiter(costLimitsFor(10));
    const caller = anOperator();
    const aResponse = () => new EventEmitter() as unknown as Response;
    await acquire(caller, recordUsageRoute, aResponse());
    const waiting = acquire(caller, recordUsageRoute, aResponse());
    const lost = new Error('Client has encountered a connection error and is not queryable');
    await expect(runInTurn(caller, () => Promise.reject(lost))).rejects.toBe(lost);
    await expect(waiting).rejects.toMatchObject({ status: 503, code: 'unavailable', cause: lost });
  });
});

describe('the batches of a broker', () => {
  it('run one after the other; a few wait, and the others get a 429 with the limit of batches', async () => {
    const api = await anApi();
    const client = await api.aClient();
    const second = await api.aClient({ broker: client.broker });
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    const releaseBatches = await holdBatches(api);
    let responseCount = 0;
    const sent = Array.from({ length: 24 }, async (_, at) => {
      const response = await sendBatch(at % 2 === 0 ? client : second, id, `record-${at}`);
      responseCount += 1;
      return response;
    });
    await waitUntil(
      'one batch is blocked, some wait and the others have a response',
      async () => responseCount === 19 && (await countWaitingSessions(api.db)) === 1,
    );
    // Meanwhile cheap requests of this broker and of others are not blocked.
    for (const other of [client, await api.aClient()]) expect((await other.call(listOrdersRoute)).status).toBe(200);
    await releaseBatches();
    const all = await Promise.all(sent);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    const rejected = all.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of rejected) {
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too-many-in-flight' } });
      expect(headers.get('RateLimit-Policy')).toBe('"batch";q=5;qu="concurrent-requests"');
      expect(headers.get('RateLimit')).toBe('"batch";r=0;t=1');
      expect(headers.get('Retry-After')).toBe('1');
    }
    expect((await sendBatch(client, id, 'later')).status).toBe(200);
  });

  it('leave capacity for the batches of another broker and of an operator', async () => {
    const costs = costLimitsFor(10);
    const api = await anApi({ ...costs, batch: { ...costs.batch, total: 3 } });
    const [one, other, operator] = [await api.aClient(), await api.aClient(), await api.anOperatorsClient()];
    const releaseBatches = await holdBatches(api);
    const sent = await Promise.all(
      [one, one, one, other, operator].map(async (client, at) => {
        const { id } = await anActiveLine(api.db, {
          brokerId: 'broker' in client ? (client.broker as { id: string }).id : one.broker.id,
        });
        return { response: sendBatch(client, id, `record-${at}`) };
      }),
    );
    await waitUntil('one batch of each is blocked', async () => (await countWaitingSessions(api.db)) === 3);
    await releaseBatches();
    for (const { response } of sent) expect((await response).status).toBe(200);
  });
});

const callerOf = (brokerId: string) => ({ ...anOperator(), brokerId });
const responseOf = () => new EventEmitter() as unknown as Response;

describe('the expensive work of a broker while others are active', () => {
  it('is done one after the other in all cost classes, while another broker starts immediately', async () => {
    const limiter = createCostLimiter(costLimitsFor(20), { nowMs: () => 0 });
    const enter = async (brokerId: string, route: Route = listOrdersRoute) => {
      await limiter.waitForCapacity(callerOf(brokerId), route, responseOf());
      return limiter.acquire(callerOf(brokerId), route, responseOf());
    };
    const startedAlone = [await enter('A'), await enter('A')];
    const releaseB = await enter('B');
    const started: string[] = [];
    let endUnit: () => void = () => {};
    const unit = limiter.runInTurn(callerOf('A'), () => {
      started.push('unit');
      return new Promise<void>((resolve) => {
        endUnit = resolve;
      });
    });
    const list = enter('A').then((release) => {
      started.push('list');
      return release;
    });
    await settled();
    expect(started).toEqual([]);
    for (const release of [...startedAlone, releaseB]) release();
    await settled();
    expect(started).toEqual(['unit']);
    endUnit();
    const endList = await list;
    const document = enter('A', getTaxReceiptDocumentRoute).then(() => started.push('document'));
    await Promise.all([unit, settled()]);
    expect(started).toEqual(['unit', 'list']);
    endList();
    await document;
    expect(started).toEqual(['unit', 'list', 'document']);
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the cheap requests of a broker', () => {
  it('are a few at a time while another broker is active, whose own start at once', async () => {
    const limiter = createCostLimiter(costLimitsFor(10), { nowMs: () => 0 });
    const enter = async (brokerId: string) => {
      await limiter.waitForCapacity(callerOf(brokerId), getLineRoute, responseOf());
      return limiter.acquire(callerOf(brokerId), getLineRoute, responseOf());
    };
    const endOfB = await enter('B');
    const releases: (() => void)[] = [];
    let started = 0;
    const entering = Array.from({ length: 60 }, async () => {
      releases.push(await enter('A'));
      started += 1;
    });
    let ended = 0;
    while (ended < 60) {
      await settled();
      expect(started - ended).toBeLessThanOrEqual(4);
      // Every one of them is held, and the next one of the other broker starts.
      (await enter('B'))();
      releases.shift()?.();
      ended += 1;
    }
    await Promise.all(entering);
    endOfB();
  });
});

describe('the requests that call a partner', () => {
  it('leave the share of all other requests free', async () => {
    const limiter = createCostLimiter(costLimitsFor(10), { nowMs: () => 0 });
    for (const brokerId of ['A', 'B', 'C', 'D']) {
      for (let count = 0; count < 10; count += 1)
        void limiter.acquire(callerOf(brokerId), issueTaxReceiptRoute, responseOf());
    }
    expect(limiter.acquire(callerOf('A'), getLineRoute, responseOf())).toBeInstanceOf(Function);
  });

  it('are those whose system is another program', () => {
    expect(getRouteCost(getOrderRoute, ['tax-authority'])).toBe('cheap');
    expect(getRouteCost(getOrderRoute, ['tax-authority', 'orders'])).toBe('partner');
  });
});

describe('the cost class of a route', () => {
  const allRoutes: readonly Route[] = routes;
  const named = (cost: RouteCost) =>
    allRoutes.filter((route) => getRouteCost(route, ['tax-authority']) === cost).map(({ name }) => name);

  it('is declared for expensive routes', () => {
    expect(named('batch').toSorted()).toEqual([
      'createBulkOperation',
      'previewBulkOperation',
      'previewBulkRows',
      'recordUsage',
      'undoImport',
    ]);
    expect(named('document')).toEqual(['getTaxReceiptDocument']);
    expect(named('partner').toSorted()).toEqual(['cancelTaxReceipt', 'issueTaxReceipt']);
    expect(named('import')).toEqual(['importResources', 'uploadMoveInFile']);
    expect(named('replay').toSorted()).toEqual(['exportBroker', 'exportHolder', 'replayWebhookEvents']);
  });

  it('is `list` for every paged list, and for what counts as much', () => {
    const readAsMuch = [
      'listOrderGroups',
      'getOrderReport',
      'getLineCounts',
      'getBacklog',
      'getQueues',
      'getWorkers',
      'getPoolSummary',
    ];
    const pagedLists = allRoutes.filter(
      ({ name, method, query }) =>
        readAsMuch.includes(name) || (method === 'get' && query !== undefined && 'limit' in query.shape),
    );
    expect(pagedLists.length).toBeGreaterThan(20);
    expect(named('list')).toEqual(pagedLists.map(({ name }) => name));
  });
});
