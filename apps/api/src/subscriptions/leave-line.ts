import { implement } from '@linework/http/implement';
import { leaveLineRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { leaveLine as leave } from '@linework/subscriptions/lines/join-line';
import type { Deps } from '../deps.ts';

export const leaveLine = implement(leaveLineRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await leave(db, { caller, subscriptionId: params.id, lineId: params.lineId }),
}));
