import { implement } from '@linework/http/implement';
import { explainOrder as explain } from '@linework/orders/explanation/explain-order';
import { explainOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';

export const explainOrder = implement(explainOrderRoute, async ({ params, caller }, { db, orderTypes }: Deps) => ({
  status: 200,
  body: await explain(db, orderTypes, { caller, orderId: params.orderId }),
}));
