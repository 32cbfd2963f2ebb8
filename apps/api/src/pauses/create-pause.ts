import { createPause as create } from '@linework/engine/commands/pause-work';
import { implement } from '@linework/http/implement';
import { findPause } from '@linework/orders/pauses/list-pauses';
import { createPauseRoute } from '@linework/schemas/pauses/pauses.routes';
import type { Deps } from '../deps.ts';

export const createPause = implement(createPauseRoute, async ({ body, caller }, { db, orderTypes }: Deps) => {
  const id = await create(db, orderTypes, { caller, ...body });
  return { status: 201, headers: { Location: `/pauses/${id}` }, body: await findPause(db, id) };
});
