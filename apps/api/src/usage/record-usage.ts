import { implement } from '@linework/http/implement';
import { recordUsageRoute } from '@linework/schemas/usage/usage.routes';
import { recordUsage as record } from '@linework/usage/record-usage';
import type { Deps } from '../deps.ts';

export const recordUsage = implement(recordUsageRoute, async ({ body, caller }, { db, runInTurn }: Deps) => ({
  status: 200,
  body: await record(db, { caller, ...body, throttleWrite: (work) => runInTurn(caller, work) }),
}));
