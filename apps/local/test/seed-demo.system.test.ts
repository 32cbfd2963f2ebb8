import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { silentLog } from '@linework/log/log';
import type { Partners } from '@linework/partners/partners';
import { pollDuePortIns } from '@linework/portability/port-ins/poll-due-port-ins';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { type LineworkClient, lineworkClient } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { partnerUrls } from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartnersKey, type Demo, findDemo, seedDemo, writeDemo } from '../src/demo/demo.ts';
import type { DemoBroker } from '../src/demo/seed-broker.ts';
import { seedNetwork } from '../src/demo/seed-network.ts';

let system: System;
let demo: Demo;
let partners: Partners;

beforeAll(async () => {
  system = await startSystem();
  const { url } = await system.partners();
  partners = createHttpPartners({ ...partnerUrls(url), PARTNER_TIMEOUT_MS: 60_000 });
  demo = await seedDemo(system.db, {
    partners,
    partnersKey: await createPartnersKey(system.db),
    keyWrapper: testSecretKeys().wrapper,
  });
});

afterAll(() => system?.close());

describe('a new demo', () => {
  const statusesOf: readonly [
    what: string,
    path: string,
    ids: (broker: DemoBroker) => readonly string[],
    statuses: readonly string[],
  ][] = [
    [
      'subscriptions',
      '/subscriptions',
      ({ subscriptionIds }) => subscriptionIds,
      ['ACTIVE', 'ACTIVE', 'DRAFT', 'PAUSED', 'CANCELLED'],
    ],
    ['invoices', '/invoices', ({ invoiceIds }) => invoiceIds, ['DRAFT', 'OPEN', 'OVERDUE', 'PAID', 'VOID']],
    ['payments', '/payments', ({ paymentIds }) => paymentIds, ['CONFIRMED', 'FAILED']],
    [
      'payment methods',
      '/payment-methods',
      ({ paymentMethodIds }) => paymentMethodIds,
      ['ACTIVE', 'ACTIVE', 'PENDING'],
    ],
    [
      'tax receipts',
      '/tax-receipts',
      ({ taxReceiptIds: { DRAFT, ACTIVE, CANCELED } }) => [DRAFT, ACTIVE, CANCELED],
      ['DRAFT', 'ACTIVE', 'CANCELED'],
    ],
    ['port-ins', '/portability/port-ins', ({ portInId }) => [portInId], ['PENDING']],
  ];

  it.each(statusesOf)('has %s in each documented status', async (_what, path, ids, statuses) => {
    for (const broker of demo.brokers) {
      const records = await Promise.all(ids(broker).map((id) => read(broker, `${path}/${id}`)));
      expect(records.map(({ status }) => status)).toEqual(statuses);
    }
  });

  const paths: readonly [what: string, path: (broker: DemoBroker) => readonly string[]][] = [
    ['holders', ({ holderIds }) => holderIds.map((id) => `/holders/${id}`)],
    ['lines', ({ lineIds }) => lineIds.map((id) => `/lines/${id}`)],
    ['pools', ({ pools }) => Object.values(pools).map((id) => `/inventory/pools/${id}`)],
    [
      'its offer',
      ({ offerId, offerVersionId }) => [`/catalog/offers/${offerId}`, `/catalog/versions/${offerVersionId}`],
    ],
    ['its supplier', ({ supplierId }) => [`/suppliers/${supplierId}`]],
  ];

  it.each(paths)('has %s that can be read', async (_what, pathsOf) => {
    for (const broker of demo.brokers)
      expect(await Promise.all(pathsOf(broker).map((path) => read(broker, path)))).not.toHaveLength(0);
  });

  it('has a balance that is partly used', async () => {
    for (const broker of demo.brokers) {
      const { balance } = await read(
        broker,
        `/lines/${broker.balance.lineId}/products/${broker.balance.productId}/balances`,
      );
      expect(balance).toMatchObject({
        totalAmount: { DATA: 20_000_000_000, VOICE: 6_000, SMS: 50 },
        usedAmount: { DATA: 3_690_000_000, VOICE: 937, SMS: 3 },
      });
    }
  });

  it('has the card of its first holder as the default', async () => {
    for (const broker of demo.brokers) {
      expect(await read(broker, `/payment-methods/${broker.paymentMethodIds[0]}`)).toMatchObject({
        customerId: broker.holderIds[0],
        isDefault: true,
      });
    }
  });

  it('has an issued receipt as PDF and as XML', async () => {
    for (const broker of demo.brokers) {
      const document = async (mediaType: string) =>
        clientOf(broker).send('GET', `/tax-receipts/${broker.taxReceiptIds.ACTIVE}/document`, {
          headers: { Accept: mediaType },
        });
      expect((await document('application/pdf')).text.slice(0, 5)).toBe('%PDF-');
      expect((await document('application/xml')).text).toContain('<infNFCom');
    }
  });

  const stories: readonly [what: string, path: (broker: DemoBroker) => string, record: object][] = [
    [
      'a batch of yesterday with failures',
      ({ yesterday }) => `/bulk-operations/${yesterday.batchId}`,
      { status: 'COMPLETED_WITH_ERRORS', total: 8, counts: { completed: 5, failed: 3 } },
    ],
    [
      'a reserved number',
      ({ yesterday }) => `/inventory/reservations/${yesterday.reservationId}`,
      { status: 'ACTIVE' },
    ],
    [
      'a number in quarantine',
      ({ yesterday }) => `/inventory/resources/${yesterday.quarantinedId}`,
      { status: 'quarantined' },
    ],
    ['a port-out', ({ portOutId }) => `/portability/port-outs/${portOutId}`, { status: 'PENDING' }],
    ['a refund', ({ refundId }) => `/refunds/${refundId}`, { status: 'COMPLETED', amount: '10.00' }],
    [
      'a second version of its offer',
      ({ newOfferVersionId }) => `/catalog/versions/${newOfferVersionId}`,
      { version: 2 },
    ],
    [
      'a subscription to the second version',
      ({ newestSubscriptionId }) => `/subscriptions/${newestSubscriptionId}`,
      { status: 'ACTIVE' },
    ],
  ];

  it.each(stories)('tells of %s', async (_what, path, record) => {
    for (const broker of demo.brokers) expect(await read(broker, path(broker))).toMatchObject(record);
  });

  it('tells of a move-in, which a worker checks', async () => {
    const [broker] = demo.brokers as [DemoBroker, ...DemoBroker[]];
    const { items } = await read(broker, '/move-ins?limit=10');
    expect(items).toMatchObject([{ status: 'CHECKING', name: 'Base of Vale Celular' }]);
  });

  it('tells of an incident: orders of yesterday that the network refused', async () => {
    for (const broker of demo.brokers) {
      const { items } = await read(broker, '/orders?status=FAILED&limit=10');
      expect(items).toHaveLength(3);
      for (const { createdAt } of items as readonly { readonly createdAt: string }[])
        expect(Date.now() - Date.parse(createdAt)).toBeGreaterThan(0);
      expect(
        (await read(broker, `/orders/${(items as readonly { readonly id: string }[])[0]?.id}`)).failure,
      ).toBeTruthy();
    }
  });

  it('tells of a port-in whose window has begun, and of one whose donor has other data', async () => {
    for (const broker of demo.brokers)
      await waitUntil('the donors have answered', async () => {
        await pollDuePortIns({
          db: system.db,
          log: silentLog,
          notify: () => undefined,
          clearingHouse: partners.clearingHouse,
        });
        const { items } = await read(broker, '/portability/port-ins?limit=10');
        const portIns = items as readonly { readonly status: string; readonly windowFrom: string }[];
        return (
          portIns.some(({ status }) => status === 'CONFLICT') &&
          portIns.some(({ status, windowFrom }) => status === 'PENDING' && Date.parse(windowFrom) < Date.now())
        );
      });
  });

  it('is found again from its file', async () => {
    await withFile(async (file) => {
      await writeDemo(file, demo);
      expect(await findDemo(system.db, file)).toEqual(demo);
    });
  });

  it('is not found if it lacks records that a demo has now', async () => {
    const brokers = demo.brokers.map(({ portInId: _, ...older }) => older as DemoBroker);
    await withFile(async (file) => {
      await writeDemo(file, { ...demo, brokers });
      expect(await findDemo(system.db, file)).toBeUndefined();
    });
  });
});

describe('a network that already has subscribers', () => {
  it('gets the lines of a second demo', async () => {
    const [older, newer] = demo.brokers as [DemoBroker, DemoBroker];
    const { imsi, msisdn } = await system.db.prisma.line.findFirstOrThrow({ where: { brokerId: older.id } });
    await system.network.load([{ imsi, msisdn, serviceState: 'active' }]);
    await seedNetwork(system.db, system.simulator.url, { newBrokerIds: [newer.id] });
    expect(await system.network.subscribers()).toHaveLength(1 + newer.lineIds.length);
  });
});

describe('a demo with running workers', () => {
  it('has the line of its paused subscription BLOCKED', async () => {
    await seedNetwork(system.db, system.simulator.url, { newBrokerIds: demo.brokers.map(({ id }) => id) });
    await system.startWorker(longLease);
    for (const broker of demo.brokers) {
      await waitUntil(
        'the line is BLOCKED',
        async () => (await read(broker, `/lines/${broker.lineIds.at(-1)}`)).status === 'BLOCKED',
      );
    }
  });

  it('has a move-in with findings that wait for a decision', async () => {
    const [broker] = demo.brokers as [DemoBroker, ...DemoBroker[]];
    const [{ id }] = (await read(broker, '/move-ins?limit=10'))['items'] as [{ readonly id: string }];
    await waitUntil(
      'the move-in is CHECKED',
      async () => (await read(broker, `/move-ins/${id}`))['status'] === 'CHECKED',
    );
    const { findings } = await read(broker, `/move-ins/${id}`);
    // The database of this test has another broker, so the ranges of the demo are not those of its example.
    expect((findings as readonly { readonly code: string }[]).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['invalid-value', 'rounded-by-spreadsheet', 'unknown-reference']),
    );
  });
});

const clientOf = ({ key }: DemoBroker): LineworkClient => lineworkClient(system.api.url, key);

async function read(broker: DemoBroker, path: string): Promise<Record<string, unknown>> {
  const { status, text } = await clientOf(broker).send('GET', path);
  expect(status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

async function withFile(use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(`${tmpdir()}/linework-demo-`);
  await use(`${folder}/demo.json`).finally(() => rm(folder, { recursive: true }));
}
