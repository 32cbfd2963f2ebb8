import { implement } from '@linework/http/implement';
import { findPortIn } from '@linework/portability/port-ins/find-port-in';
import { getPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import type { Deps } from '../deps.ts';

export const getPortIn = implement(getPortInRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findPortIn(db, { caller, portInId: params.id }),
}));
