import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenDb } from '@linework/db/db';
import { openWebhookReceiver, type WebhookReceiver } from '@linework/simulator/webhook-receiver/open-webhook-receiver';
import type { ReceiverFault } from '@linework/simulator/webhook-receiver/receiver-fault';
import { aCallerOf, withKey } from '@linework/testing/callers';
import type { Settings } from '@linework/testing/programs/process-settings';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { createEndpoint, type NewEndpoint } from '@linework/webhooks/endpoints/create-endpoint';
import { disableEndpoint } from '@linework/webhooks/endpoints/move-endpoint';

/** A receiver with faults, and what it got. */
export interface WebhookWorld {
  readonly receiver: WebhookReceiver;
  readonly endpointIds: readonly string[];
  /** For each broker, its endpoint with events in order, and one whose receiver hangs until the faults end. */
  readonly endpointsOf: ReadonlyMap<string, { readonly endpointId: string; readonly hangingEndpointId: string }>;
  /** From now on the receiver is well. */
  endFaults(): void;
  stop(): void;
}

/** Many short waits, so that a delivery outlives every fault. A slow machine answers within the time limit too. */
export const webhookSettings: Settings = {
  WEBHOOK_TRUSTED_HOSTS: '127.0.0.1',
  WEBHOOK_TIMEOUT_MS: '3000',
  WEBHOOK_PAUSE_LIMIT_MS: '2000',
  WEBHOOK_RETRY_DELAYS_MS: Array.from({ length: 40 }, () => '500').join(','),
};

/** Every fault occurs again and again while the campaign runs. */
const faults: readonly (Partial<ReceiverFault> & Pick<ReceiverFault, 'kind'>)[] = [
  { kind: 'status', status: 500 },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'redirect' },
  { kind: 'garbage' },
  { kind: 'status', status: 503, retryAfter: 1 },
  { kind: 'huge' },
];
const faultEveryMs = 400;
const hangingPath = '/hangs';
const callsKept = 1_000_000;

interface BrokersOfWebhooks {
  readonly brokers: readonly { readonly id: string }[];
  readonly neighbour: { readonly id: string };
}

/**
 * Starts a receiver and creates the endpoints of each broker: one in order, one whose receiver hangs, one disabled, and
 * one with ids only. The neighbour has one.
 */
export async function startWebhookWorld(db: OpenDb, { brokers, neighbour }: BrokersOfWebhooks): Promise<WebhookWorld> {
  const keyWrapper = testSecretKeys().wrapper;
  const receiver = openWebhookReceiver({ kept: callsKept });
  const server = createServer(receiver.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpointIds: string[] = [];
  const endpointsOf = new Map<string, { endpointId: string; hangingEndpointId: string }>();
  const secrets: string[] = [];
  const create = async (brokerId: string, input: Partial<NewEndpoint>): Promise<string> => {
    const details = { types: ['*'], payload: 'full', ordering: 'none', signature: 'hmac' } as const;
    const created = await createEndpoint(
      { db, keyWrapper, endpointLimit: 100 },
      { caller: await withKey(db, aCallerOf({ id: brokerId })), url: `${url}/${brokerId}`, ...details, ...input },
    );
    if (created.secret !== undefined) secrets.push(created.secret);
    endpointIds.push(created.id);
    return created.id;
  };
  for (const { id: brokerId } of brokers) {
    const endpointId = await create(brokerId, { ordering: 'resource' });
    const hangingEndpointId = await create(brokerId, {
      ordering: 'resource',
      types: ['line.*'],
      url: `${url}${hangingPath}`,
    });
    endpointsOf.set(brokerId, { endpointId, hangingEndpointId });
    await create(brokerId, { payload: 'thin', types: ['line.*', 'payment.*'] });
    await disableEndpoint(db, {
      caller: aCallerOf({ id: brokerId }),
      endpointId: await create(brokerId, { types: ['line.*'] }),
    });
  }
  await create(neighbour.id, { types: ['line.*'] });
  receiver.setSecrets(secrets);
  let next = 0;
  const timer = setInterval(() => {
    receiver.clearFaults();
    receiver.setFault({ kind: 'hang', path: hangingPath });
    receiver.setFault({ times: 1, kind: 'reset', ...faults[next % faults.length] });
    next += 1;
  }, faultEveryMs);
  const endFaults = () => {
    clearInterval(timer);
    receiver.clearFaults();
  };
  return {
    receiver,
    endpointIds,
    endpointsOf,
    endFaults,
    stop() {
      endFaults();
      server.closeAllConnections();
      server.close();
    },
  };
}
