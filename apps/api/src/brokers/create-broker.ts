import { createBroker as create } from '@linework/brokers/create-broker';
import { implement } from '@linework/http/implement';
import { createBrokerRoute } from '@linework/schemas/brokers/brokers.routes';
import type { Deps } from '../deps.ts';

export const createBroker = implement(createBrokerRoute, async ({ body, caller }, { db }: Deps) => {
  const made = await create(db, { ...body, keyId: caller.keyId });
  return { status: 201, body: made, headers: { Location: `/brokers/${made.id}` } };
});
