import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransientError } from '@linework/engine/model/system-errors';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import { createSystemBreaker, noBreakerObserver } from '@linework/systems/breaker/create-system-breaker';
import { createHttpCatalog, type HttpCatalogOptions } from '@linework/systems/catalog/create-http-catalog';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const calls: string[] = [];
/** The key of calls that time out. Such a call may arrive during the next test, so it is not in `calls`. */
const lateKey = 'a key of its own';
let respond: Respond = () => undefined;
const server = createServer((request, response) => {
  if (request.headers['x-api-key'] !== lateKey) calls.push(request.url ?? '');
  respond(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void calls.splice(0));

const brokerId = randomUUID();
const aVersion = (more: Partial<OfferVersion> = {}): OfferVersion => ({
  id: randomUUID(),
  offerId: randomUUID(),
  brokerId,
  version: 1,
  currency: 'BRL',
  validFrom: '2026-01-01T00:00:00.000Z',
  onLastLineEnded: 'cancel',
  products: [
    {
      id: randomUUID(),
      name: 'Plan',
      billingType: 'POSTPAID',
      recurrence: 'RECURRING',
      price: '49.90',
      allowsOverage: false,
      features: [],
      components: [],
    },
  ],
  discounts: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

const respondWith =
  (body: unknown, status = 200): Respond =>
  (_request, response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const respondWithOffer = (currentVersion: OfferVersion) =>
  respondWith({
    id: currentVersion.offerId,
    brokerId,
    name: 'x',
    metadata: {},
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    currentVersion,
    versions: [],
  });

let nowMs = 1_800_000_000_000;
const errors: TransientError[] = [];
beforeEach(() => void errors.splice(0));
const pauseMs = 60_000;
const aBreaker = () => createSystemBreaker({ system: 'catalog', observer: noBreakerObserver, openMs: pauseMs });
const aCatalog = (more: Partial<HttpCatalogOptions> = {}) =>
  createHttpCatalog({
    url,
    key: 'the key',
    timeoutMs: 60_000,
    breaker: aBreaker(),
    nowMs: () => nowMs,
    onError: (fault) => void errors.push(fault),
    ...more,
  });
/** Advances the clock of the breaker. */
function passPause(): void {
  const afterPauseMs = performance.now() + pauseMs;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(afterPauseMs);
  onTestFinished(() => clock.mockRestore());
}
const find = (catalog: ReturnType<typeof aCatalog>, offerVersionId = randomUUID() as string) =>
  catalog.findOfferVersion({ brokerId, offerVersionId });

const isUnavailable = { name: 'internal-server-error', status: 503, headers: { 'Retry-After': '5' } };

describe('the catalogue over HTTP', () => {
  it('uses its key, fetches each version once, and caches it forever', async () => {
    const version = aVersion();
    respond = (request, response) =>
      respondWith(request.headers['x-api-key'] === 'the key' ? version : {})(request, response);
    const catalog = aCatalog();
    expect(await find(catalog, version.id)).toEqual(version);
    nowMs += 1_000_000_000;
    respond = respondWith('', 500);
    expect(await find(catalog, version.id)).toEqual(version);
    expect(calls).toEqual([`/catalog/versions/${version.id}`]);
  });

  it('fetches once for all concurrent callers', async () => {
    const version = aVersion();
    let finish: () => void = () => undefined;
    respond = (request, response) => {
      finish = () => respondWith(version)(request, response);
    };
    const catalog = aCatalog();
    const found = Promise.all(Array.from({ length: 20 }, () => find(catalog, version.id)));
    await expect.poll(() => calls.length).toBe(1);
    finish();
    expect(await found).toEqual(Array.from({ length: 20 }, () => version));
    expect(calls).toHaveLength(1);
  });

  it('continues for the others when one of them is aborted', async () => {
    const version = aVersion();
    let finish: () => void = () => undefined;
    respond = (request, response) => {
      finish = () => respondWith(version)(request, response);
    };
    const catalog = aCatalog();
    const controller = new AbortController();
    const response = catalog.findOfferVersion({ brokerId, offerVersionId: version.id, signal: controller.signal });
    const other = find(catalog, version.id);
    await expect.poll(() => calls.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
    finish();
    expect(await other).toEqual(version);
  });

  it('caches the current version for thirty seconds, and not beyond its end', async () => {
    const [first, second] = [aVersion(), aVersion({ version: 2 })];
    const wanted = { brokerId, offerId: first.offerId };
    const catalog = aCatalog();
    respond = respondWithOffer(first);
    expect(await catalog.findCurrentVersion(wanted)).toEqual(first);
    respond = respondWithOffer({ ...second, validUntil: new Date(nowMs + 35_000).toISOString() });
    nowMs += 29_999;
    expect(await catalog.findCurrentVersion(wanted)).toEqual(first);
    nowMs += 1;
    expect(await catalog.findCurrentVersion(wanted)).toMatchObject({ version: 2 });
    nowMs += 5_000;
    await catalog.findCurrentVersion(wanted);
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['a version that does not exist', respondWith({}, 404)],
    ["another broker's version", respondWith(aVersion({ brokerId: randomUUID() }))],
  ])('does not find %s', async (_what, response) => {
    respond = response;
    expect(await find(aCatalog())).toBeUndefined();
  });

  it.each<[string, Respond, string]>([
    ['a response 500', respondWith('', 500), 'catalog-unavailable'],
    ['a rejected key', respondWith({}, 401), 'catalog-unavailable'],
    ['a response that is not JSON', respondWith('<html>'), 'catalog-answer-unreadable'],
    ['a response of another shape', respondWith({ ...aVersion(), products: [] }), 'catalog-answer-unreadable'],
    ['a redirection', (_request, response) => response.writeHead(302, { Location: '/' }).end(), 'catalog-unreachable'],
    ['a connection that breaks', (request) => request.destroy(), 'catalog-unreachable'],
    [
      'an incomplete response',
      (request, response) =>
        void response.writeHead(200, { 'Content-Length': '99' }).write('{', () => request.destroy()),
      'catalog-unreachable',
    ],
  ])('raises 503 with Retry-After for %s, and logs the cause', async (_what, response, code) => {
    respond = response;
    await expect(find(aCatalog())).rejects.toMatchObject(isUnavailable);
    expect(errors).toMatchObject([{ code }]);
  });

  it('raises 503 on a timeout', async () => {
    respond = () => undefined;
    await expect(find(aCatalog({ key: lateKey, timeoutMs: 60 }))).rejects.toMatchObject(isUnavailable);
    expect(errors).toMatchObject([{ code: 'catalog-timeout' }]);
  });

  it('makes no call after three calls without a response, until the pause has passed; then one call serves all callers', async () => {
    const catalog = aCatalog();
    respond = (request) => request.destroy();
    for (let count = 0; count < 4; count += 1) await expect(find(catalog)).rejects.toMatchObject(isUnavailable);
    expect([calls.length, errors.length]).toEqual([3, 3]);
    passPause();
    const version = aVersion();
    let finish: () => void = () => undefined;
    respond = (request, response) => {
      finish = () => respondWith(version)(request, response);
    };
    const trial = find(catalog, version.id);
    await expect.poll(() => calls.length).toBe(4);
    await expect(find(catalog)).rejects.toMatchObject(isUnavailable);
    finish();
    expect(await trial).toEqual(version);
    respond = respondWith({}, 404);
    expect(await find(catalog)).toBeUndefined();
    expect(calls).toHaveLength(5);
  });

  it('keeps calling while it responds, even with errors', async () => {
    const catalog = aCatalog();
    for (let round = 0; round < 2; round += 1) {
      respond = (request) => request.destroy();
      for (let count = 0; count < 2; count += 1) await expect(find(catalog)).rejects.toMatchObject(isUnavailable);
      respond = respondWith('', 500);
      for (let count = 0; count < 3; count += 1) await expect(find(catalog)).rejects.toMatchObject(isUnavailable);
    }
    expect(calls).toHaveLength(10);
  });
});
