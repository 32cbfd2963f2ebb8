import { correctPortIn as correct } from '@linework/domain/portability/correct-port-in';
import { implement } from '@linework/http/implement';
import { correctPortInRoute } from '@linework/schemas/portability/correct-port-in.route';
import type { Deps } from '../deps.ts';

export const correctPortIn = implement(correctPortInRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 202,
  body: await correct(db, { caller, portInId: params.id, ...body }),
}));
