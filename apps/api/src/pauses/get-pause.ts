import { implement } from '@linework/http/implement';
import { findPause } from '@linework/orders/pauses/list-pauses';
import { getPauseRoute } from '@linework/schemas/pauses/pauses.routes';
import type { Deps } from '../deps.ts';

export const getPause = implement(getPauseRoute, async ({ params }, { db }: Deps) => ({
  status: 200,
  body: await findPause(db, params.id),
}));
