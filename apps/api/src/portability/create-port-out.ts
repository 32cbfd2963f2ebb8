import { implement } from '@linework/http/implement';
import { createPortOut as create } from '@linework/portability/port-outs/create-port-out';
import { createPortOutRoute } from '@linework/schemas/portability/port-outs.routes';
import type { Deps } from '../deps.ts';

export const createPortOut = implement(createPortOutRoute, async ({ body, caller, correlationId }, { db }: Deps) => {
  const portOut = await create(db, { caller, correlationId, ...body });
  return { status: 202, body: portOut, headers: { Location: `/portability/port-outs/${portOut.id}` } };
});
