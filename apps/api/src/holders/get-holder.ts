import { findHolder } from '@linework/holders/find-holder';
import { implement } from '@linework/http/implement';
import { getHolderRoute } from '@linework/schemas/holders/holders.routes';
import type { Deps } from '../deps.ts';

export const getHolder = implement(getHolderRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findHolder(db, { caller, holderId: params.id }),
}));
