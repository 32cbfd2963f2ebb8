import { cancelPortIn as cancel } from '@linework/domain/portability/cancel-port-in';
import { implement } from '@linework/http/implement';
import { cancelPortInRoute } from '@linework/schemas/portability/cancel-port-in.route';
import type { Deps } from '../deps.ts';

export const cancelPortIn = implement(cancelPortInRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 202,
  body: await cancel(db, { caller, portInId: params.id }),
}));
