import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller } from '@linework/auth/caller';
import type { OpenDb } from '@linework/db/db';
import { assignEventPositions } from '@linework/events/feed/assign-event-positions';
import { createLog } from '@linework/log/log';
import type { EventType } from '@linework/schemas/events';
import { openWebhookReceiver, type WebhookReceiver } from '@linework/simulator/webhook-receiver/open-webhook-receiver';
import { aBroker, type TestBroker } from '@linework/testing/a-broker';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf, withKey } from '@linework/testing/callers';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { v7 as newId } from 'uuid';
import { afterAll } from 'vitest';
import { createAddressPolicy } from '../src/address/address-policy.ts';
import { fanOutAllEvents } from '../src/deliveries/fan-out.ts';
import { createEndpoint, type NewEndpoint } from '../src/endpoints/create-endpoint.ts';
import { createReceiverClient } from '../src/sending/call-receiver.ts';
import { createSender, type Sender, type SenderDeps, type SenderSettings } from '../src/sending/create-sender.ts';
import { createMessageBuilder } from '../src/sending/message.ts';
import { createSigningKeyFinder } from '../src/sending/signing-keys.ts';

export interface WebhookFixture {
  readonly db: OpenDb;
  readonly receiver: WebhookReceiver;
  readonly url: string;
  aBroker(): Promise<{ readonly broker: TestBroker; readonly caller: Caller }>;
  /** Creates an endpoint at the receiver; the receiver knows its secret. */
  anEndpoint(caller: Caller, input?: Partial<NewEndpoint>): Promise<{ readonly id: string; readonly secret: string }>;
  /** Writes an event and gives it a position. */
  anEvent(
    caller: Caller,
    type?: EventType,
    resourceId?: string,
  ): Promise<{ readonly id: string; readonly seq: bigint }>;
  /**
   * Gives positions, hands the events to the endpoints, and sends what is due. Returns when nothing is due any more.
   */
  deliver(by?: Sender): Promise<void>;
  /** Opens a sender, as a worker has one. */
  aSender(settings?: Partial<SenderSettings>, deps?: Partial<SenderDeps>): Sender;
  /** Makes what waits for a next try due now, as if the time had passed. */
  makeDue(endpointId: string): Promise<void>;
  deliveriesOf(endpointId: string): Promise<readonly DeliveryState[]>;
}

interface DeliveryState {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly responseCode: number | null;
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly cause: string;
  readonly position: bigint | null;
  readonly calls: readonly {
    readonly number: number;
    readonly outcome: string | null;
    readonly reason: string | null;
    readonly responseBody: string | null;
  }[];
}

/** Longer than any answer on a slow machine. A test of a receiver that hangs has a sender of its own. */
const timeoutMs = 60_000;
/** Long, so that a test decides when the next try is. */
const retryDelaysMs = [60_000, 120_000, 240_000];

/** Starts a database, a receiver on loopback and a sender for the calling file. */
export async function aWebhookFixture(): Promise<WebhookFixture> {
  const db = await aTestDb();
  const receiver = openWebhookReceiver();
  const server = createServer(receiver.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const senders: Sender[] = [];
  const secrets: string[] = [];
  afterAll(async () => {
    await Promise.all(senders.map((sender) => sender.close(5_000)));
    server.closeAllConnections();
    server.close();
  });
  const findSigningKeys = createSigningKeyFinder(db, testSecretKeys().openSealed);
  const log = createLog({ name: 'test', level: 'silent' });
  const aSender: WebhookFixture['aSender'] = (settings = {}, deps = {}) => {
    const used = { concurrency: 64, perEndpoint: 8, timeoutMs, retryDelaysMs, pauseLimitMs: 3_600_000, ...settings };
    const client = createReceiverClient({ policy: createAddressPolicy(['127.0.0.1']), timeoutMs: used.timeoutMs });
    const sender = createSender({
      db,
      log,
      client,
      findSigningKeys,
      buildMessages: createMessageBuilder(db),
      settings: used,
      ...deps,
    });
    senders.push(sender);
    return sender;
  };
  const sender = aSender();

  return {
    db,
    receiver,
    url,
    aSender,
    async aBroker() {
      const broker = await aBroker(db);
      return { broker, caller: await withKey(db, aCallerOf(broker)) };
    },
    async anEndpoint(caller, input = {}) {
      const defaults = {
        url: `${url}/hooks`,
        types: ['*'],
        payload: 'full',
        ordering: 'none',
        signature: 'hmac',
      } as const;
      const created = await createEndpoint(
        { db, keyWrapper: testSecretKeys().wrapper, endpointLimit: 100 },
        { caller, ...defaults, ...input },
      );
      if (created.secret !== undefined) secrets.push(created.secret);
      receiver.setSecrets(secrets);
      return { id: created.id, secret: created.secret ?? '' };
    },
    async anEvent({ brokerId }, type = 'line.changed', resourceId = newId()) {
      return db.prisma.event.create({
        data: { type, brokerId, resourceType: 'line', resourceId, details: { changed: ['name'] } },
        select: { id: true, seq: true },
      });
    },
    async deliver(by = sender) {
      await assignEventPositions(db);
      await fanOutAllEvents(db);
      await by.fill();
      await by.idle();
    },
    async makeDue(endpointId) {
      await db.prisma.webhookDelivery.updateMany({
        where: { endpointId, status: 'waiting' },
        data: { dueAt: new Date(0) },
      });
      await db.prisma.webhookEndpoint.updateMany({
        where: { id: endpointId, status: 'enabled' },
        data: { blockedUntil: null, nextAt: new Date(0) },
      });
    },
    deliveriesOf: (endpointId) =>
      db.prisma.webhookDelivery.findMany({
        where: { endpointId },
        orderBy: [{ createdAt: 'asc' }, { position: 'asc' }],
        include: { calls: { orderBy: { number: 'asc' } } },
      }),
  };
}
