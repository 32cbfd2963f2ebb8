import { EventEmitter } from 'node:events';
import type { Route } from '@linework/http/define-route';
import { getRouteCost, type RouteCost } from '@linework/http/route-cost';
import { listOrdersRoute } from '@linework/schemas/orders/list-orders.route';
import { getTaxReceiptDocumentRoute } from '@linework/schemas/tax-receipts/get-tax-receipt-document.route';
import { recordUsageRoute } from '@linework/schemas/usage/record-usage.route';
import { anActiveLine } from '@linework/testing/a-line';
import { anOperator } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/interface.ts';
import { costLimitsFor, createCostLimiter } from '../../src/limits/cost-limiter.ts';
import { allowed, startTestApi, type TestApi, type TestClient } from '../support/test-api.ts';

const opened: TestApi[] = [];
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close();
});

async function anApi(shares = costLimitsFor(10)) {
  const api = await startTestApi({ limits: { ...allowed, costs: shares }, statementTimeoutMs: 300_000 });
  opened.push(api);
  return api;
}

const sendBatch = (client: TestClient, lineId: string, recordId: string) =>
  client.call(recordUsageRoute, { body: { records: [{ recordId, lineId, type: 'DATA', amount: 1, usedAt: new Date().toISOString() }] } });

/** Holds up every batch until the test lets it go. */
async function holdBatches({ db }: TestApi) {
  const holder = await db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE usage_account IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await holder.query('COMMIT');
    holder.release();
  };
}

describe('the batches of a broker', () => {
  it('run one after the other, and beyond a few that wait are answered 429 with a limit of their own', async () => {
    const api = await anApi();
    const client = await api.aClient();
    const second = await api.aClient({ broker: client.broker });
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    const letGo = await holdBatches(api);
    let answered = 0;
    const sent = Array.from({ length: 24 }, async (_, at) => {
      const answer = await sendBatch(at % 2 === 0 ? client : second, id, `record-${at}`);
      answered += 1;
      return answer;
    });
    await waitUntil('one is held, some wait and the others are answered', async () => answered === 19 && (await countWaitingSessions(api.db)) === 1);
    // What is cheap goes on meanwhile, for this broker as for others.
    for (const other of [client, await api.aClient()]) expect((await other.call(listOrdersRoute)).status).toBe(200);
    await letGo();
    const all = await Promise.all(sent);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = all.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too-many-in-flight' } });
      expect(headers.get('RateLimit-Policy')).toBe('"batch";q=5;qu="concurrent-requests"');
      expect(headers.get('RateLimit')).toBe('"batch";r=0;t=1');
      expect(headers.get('Retry-After')).toBe('1');
    }
    expect((await sendBatch(client, id, 'later')).status).toBe(200);
  });

  it('leave room for those of another broker and of an operator', async () => {
    const shares = costLimitsFor(10);
    const api = await anApi({ ...shares, batch: { ...shares.batch, total: 3 } });
    const [one, other, operator] = [await api.aClient(), await api.aClient(), await api.anOperatorsClient()];
    const letGo = await holdBatches(api);
    const sent = await Promise.all(
      [one, one, one, other, operator].map(async (client, at) => {
        const { id } = await anActiveLine(api.db, { brokerId: 'broker' in client ? (client.broker as { id: string }).id : one.broker.id });
        return { answer: sendBatch(client, id, `record-${at}`) };
      }),
    );
    await waitUntil('one batch of each is held', async () => (await countWaitingSessions(api.db)) === 3);
    await letGo();
    for (const { answer } of sent) expect((await answer).status).toBe(200);
  });
});

describe('beside others, the dear work of a broker', () => {
  const callerOf = (brokerId: string) => ({ ...anOperator(), brokerId });
  const responseOf = () => new EventEmitter() as unknown as Response;

  it('is done one after the other, whatever it is, while another broker goes on at once', async () => {
    const sharer = createCostLimiter(costLimitsFor(20), () => 0);
    const enter = async (brokerId: string, route: Route = listOrdersRoute) => {
      await sharer.waitForCapacity(callerOf(brokerId), route, responseOf());
      return sharer.acquire(callerOf(brokerId), route, responseOf());
    };
    const aloneAtFirst = [await enter('A'), await enter('A')];
    const ofB = await enter('B');
    const began: string[] = [];
    let endPiece: () => void = () => {};
    const piece = sharer.runInTurn(callerOf('A'), () => {
      began.push('piece');
      return new Promise<void>((resolve) => {
        endPiece = resolve;
      });
    });
    const list = enter('A').then((release) => {
      began.push('list');
      return release;
    });
    await settled();
    expect(began).toEqual([]);
    for (const release of [...aloneAtFirst, ofB]) release();
    await settled();
    expect(began).toEqual(['piece']);
    endPiece();
    const endList = await list;
    const document = enter('A', getTaxReceiptDocumentRoute).then(() => began.push('document'));
    await Promise.all([piece, settled()]);
    expect(began).toEqual(['piece', 'list']);
    endList();
    await document;
    expect(began).toEqual(['piece', 'list', 'document']);
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('what a route costs', () => {
  const allRoutes: readonly Route[] = routes;
  const named = (cost: RouteCost) => allRoutes.filter((route) => getRouteCost(route) === cost).map(({ name }) => name);

  it('is declared for what is dear', () => {
    expect(named('batch').toSorted()).toEqual(['createBulkOperation', 'previewBulkOperation', 'recordUsage']);
    expect(named('document')).toEqual(['getTaxReceiptDocument']);
    expect(named('import')).toEqual(['importResources']);
  });

  it('is that of a list for everything that comes in pages', () => {
    const inPages = allRoutes.filter(({ method, query }) => method === 'get' && query !== undefined && 'limit' in query.shape);
    expect(inPages.length).toBeGreaterThan(20);
    expect(named('list')).toEqual(inPages.map(({ name }) => name));
  });
});
