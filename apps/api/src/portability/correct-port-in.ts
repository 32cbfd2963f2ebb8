import { implement } from '@linework/http/implement';
import { correctPortIn as correct } from '@linework/portability/port-ins/correct-port-in';
import { correctPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import type { Deps } from '../deps.ts';

export const correctPortIn = implement(correctPortInRoute, async ({ params, body, caller }, { db }: Deps) => {
  const portIn = await correct(db, { caller, portInId: params.id, ...body });
  return { status: 202, body: portIn, headers: { Location: `/portability/port-ins/${portIn.id}` } };
});
