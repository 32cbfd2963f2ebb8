import { moveBroker } from '@linework/brokers/move-broker';
import { implement } from '@linework/http/implement';
import { resumeBrokerRoute, suspendBrokerRoute } from '@linework/schemas/brokers/brokers.routes';
import type { Deps } from '../deps.ts';

export const suspendBroker = implement(suspendBrokerRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await moveBroker(db, { brokerId: params.id, keyId: caller.keyId }, 'suspend'),
}));

export const resumeBroker = implement(resumeBrokerRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await moveBroker(db, { brokerId: params.id, keyId: caller.keyId }, 'resume'),
}));
