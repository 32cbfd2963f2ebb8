import { implement } from '@linework/http/implement';
import { createLine as create } from '@linework/lines/commands/create-line';
import { provisionLine } from '@linework/lines/order-types/provision-line';
import { createLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';
import { buildOrderHeaders } from '../orders/build-order-headers.ts';

export const createLine = implement(
  createLineRoute,
  async ({ body, query, caller, correlationId }, { db, notify }: Deps) => {
    const { customerId: holderId, ...wanted } = body;
    const creation = {
      orderType: provisionLine,
      caller,
      correlationId,
      notBefore: query.notBefore,
      holderId,
      ...wanted,
    };
    const { orderId, line } = await create({ db, notify }, creation);
    return { status: 202, body: line, headers: buildOrderHeaders(orderId) };
  },
);
