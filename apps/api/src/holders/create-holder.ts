import { createHolder as create } from '@linework/holders/create-holder';
import { implement } from '@linework/http/implement';
import { createHolderRoute } from '@linework/schemas/holders/holders.routes';
import type { Deps } from '../deps.ts';

export const createHolder = implement(createHolderRoute, async ({ body, caller }, { db }: Deps) => {
  const made = await create(db, { caller, ...body });
  return { status: 201, body: made, headers: { Location: `/holders/${made.id}` } };
});
