import { implement } from '@linework/http/implement';
import { cancelPortOut as cancel } from '@linework/portability/port-outs/cancel-port-out';
import { cancelPortOutRoute } from '@linework/schemas/portability/port-outs.routes';
import type { Deps } from '../deps.ts';

export const cancelPortOut = implement(cancelPortOutRoute, async ({ params, caller }, { db }: Deps) => {
  const portOut = await cancel(db, { caller, portOutId: params.id });
  return { status: 202, body: portOut, headers: { Location: `/portability/port-outs/${portOut.id}` } };
});
