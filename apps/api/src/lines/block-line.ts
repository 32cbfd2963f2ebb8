import { blockLine as lineBlock } from '@linework/domain/order-types/block-line';
import { implement } from '@linework/http/implement';
import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import type { Deps } from '../deps.ts';
import { orderOnLine, rehearseOrderOnLine } from './order-on-line.ts';

export const blockLine = implement(blockLineRoute, async (request, deps: Deps) => {
  if (request.query.dryRun) return { status: 200, body: await rehearseOrderOnLine(lineBlock, request, deps) };
  return { status: 200, ...(await orderOnLine(lineBlock, request, deps)) };
});
