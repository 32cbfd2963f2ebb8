import { changeHolder as change } from '@linework/holders/change-holder';
import { implement } from '@linework/http/implement';
import { changeHolderRoute } from '@linework/schemas/holders/holders.routes';
import type { Deps } from '../deps.ts';

export const changeHolder = implement(changeHolderRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, holderId: params.id, ...body }),
}));
