import { endPause as end } from '@linework/engine/commands/pause-work';
import { implement } from '@linework/http/implement';
import { findPause } from '@linework/orders/pauses/list-pauses';
import { endPauseRoute } from '@linework/schemas/pauses/pauses.routes';
import type { Deps } from '../deps.ts';

export const endPause = implement(endPauseRoute, async ({ params, body, caller }, { db }: Deps) => {
  await end(db, { caller, pauseId: params.id, reason: body.reason });
  return { status: 200, body: await findPause(db, params.id) };
});
