import { implement } from '@linework/http/implement';
import { cancelPortIn as cancel } from '@linework/portability/port-ins/cancel-port-in';
import { cancelPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import type { Deps } from '../deps.ts';

export const cancelPortIn = implement(cancelPortInRoute, async ({ params, caller }, { db }: Deps) => {
  const portIn = await cancel(db, { caller, portInId: params.id });
  return { status: 202, body: portIn, headers: { Location: `/portability/port-ins/${portIn.id}` } };
});
