import { implement } from '@linework/http/implement';
import { findPortOut } from '@linework/portability/port-outs/find-port-out';
import { getPortOutRoute } from '@linework/schemas/portability/port-outs.routes';
import type { Deps } from '../deps.ts';

export const getPortOut = implement(getPortOutRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findPortOut(db, { caller, portOutId: params.id }),
}));
