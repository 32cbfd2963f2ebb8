import { listOrderAttempts as readAttempts } from '@linework/domain/orders/list-order-attempts';
import { implement } from '@linework/http/implement';
import { listOrderAttemptsRoute } from '@linework/schemas/orders/list-order-attempts.route';
import type { Deps } from '../deps.ts';

export const listOrderAttempts = implement(listOrderAttemptsRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: { items: await readAttempts(db, { caller, orderId: params.orderId }) },
}));
