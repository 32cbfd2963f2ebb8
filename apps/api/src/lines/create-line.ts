import { provisionLine } from '@linework/domain/order-types/provision-line';
import { createLine as create } from '@linework/domain/orders/create-line';
import { findOrder } from '@linework/domain/orders/find-order';
import { implement } from '@linework/http/implement';
import { createLineRoute } from '@linework/schemas/lines/create-line.route';
import type { Deps } from '../deps.ts';
import { whereToWatch } from './order-on-line.ts';

export const createLine = implement(createLineRoute, async ({ body, query, caller, correlationId }, { db, ring }: Deps) => {
  const creation = { orderType: provisionLine, caller, correlationId, notBefore: query.notBefore, ...body };
  if (query.dryRun) {
    const order = await db.rehearse(async (tx) => findOrder(tx, { caller, orderId: (await create({ db: tx, ring }, creation)).orderId }));
    return { status: 200, body: order };
  }
  const { orderId, line } = await create({ db, ring }, creation);
  return { status: 202, body: line, headers: whereToWatch(orderId) };
});
