import { implement } from '@linework/http/implement';
import { blockLine as lineBlock } from '@linework/lines/order-types/block-line';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';
import { placeLineOrder } from './place-line-order.ts';

export const blockLine = implement(blockLineRoute, async (request, deps: Deps) => {
  return { status: 200, ...(await placeLineOrder(lineBlock, request, deps)) };
});
