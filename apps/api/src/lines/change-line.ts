import { implement } from '@linework/http/implement';
import { changeLine as change } from '@linework/lines/records/change-line';
import { changeLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';

export const changeLine = implement(changeLineRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, lineId: params.id, ...body }),
}));
