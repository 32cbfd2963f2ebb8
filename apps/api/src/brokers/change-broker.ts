import { changeBroker as change } from '@linework/brokers/change-broker';
import { implement } from '@linework/http/implement';
import { changeBrokerRoute } from '@linework/schemas/brokers/brokers.routes';
import type { Deps } from '../deps.ts';

export const changeBroker = implement(changeBrokerRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { brokerId: params.id, keyId: caller.keyId, ...body }),
}));
