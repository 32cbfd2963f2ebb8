import { implement } from '@linework/http/implement';
import { getConsumptionRoute } from '@linework/schemas/usage/usage.routes';
import { readConsumption } from '@linework/usage/read-consumption';
import type { Deps } from '../deps.ts';

export const getConsumption = implement(getConsumptionRoute, async ({ params, query, caller }, { db }: Deps) => ({
  status: 200,
  body: await readConsumption(db, { caller, ...params, ...query }),
}));
