import { implement } from '@linework/http/implement';
import { readNumberStatus } from '@linework/portability/number-status/read-number-status';
import { getPortabilityStatusRoute } from '@linework/schemas/portability/portability.routes';
import type { Deps } from '../deps.ts';

export const getPortabilityStatus = implement(getPortabilityStatusRoute, async ({ query, caller }, { db }: Deps) => ({
  status: 200,
  body: await readNumberStatus(db, { caller, msisdn: query.msisdn }),
}));
