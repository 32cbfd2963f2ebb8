import { recordUsage as record } from '@linework/domain/usage/record-usage';
import { implement } from '@linework/http/implement';
import { recordUsageRoute } from '@linework/schemas/usage/record-usage.route';
import type { Deps } from '../deps.ts';

export const recordUsage = implement(recordUsageRoute, async ({ body, caller }, { db, inTurn }: Deps) => ({
  status: 200,
  body: await record(db, { caller, ...body, inTurn: (work) => inTurn(caller, work) }),
}));
