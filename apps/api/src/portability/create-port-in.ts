import { implement } from '@linework/http/implement';
import { createPortIn as create } from '@linework/portability/port-ins/create-port-in';
import { createPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import type { Deps } from '../deps.ts';

export const createPortIn = implement(createPortInRoute, async ({ body, caller, correlationId }, { db }: Deps) => {
  const portIn = await create(db, { caller, correlationId, ...body });
  return { status: 202, body: portIn, headers: { Location: `/portability/port-ins/${portIn.id}` } };
});
