import { implement } from '@linework/http/implement';
import { joinLineRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { joinLine as join } from '@linework/subscriptions/lines/join-line';
import type { Deps } from '../deps.ts';

export const joinLine = implement(joinLineRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await join(db, { caller, subscriptionId: params.id, lineId: body.lineId }),
}));
