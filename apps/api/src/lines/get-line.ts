import { implement } from '@linework/http/implement';
import { findLine } from '@linework/lines/records/find-line';
import { getLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';

export const getLine = implement(getLineRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findLine(db, { caller, lineId: params.id }),
}));
