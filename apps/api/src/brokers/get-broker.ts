import { findBroker } from '@linework/brokers/find-broker';
import { implement } from '@linework/http/implement';
import { getBrokerRoute } from '@linework/schemas/brokers/brokers.routes';
import type { Deps } from '../deps.ts';

export const getBroker = implement(getBrokerRoute, async ({ params }, { db }: Deps) => ({
  status: 200,
  body: await findBroker(db, params.id),
}));
