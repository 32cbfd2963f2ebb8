import { implement } from '@linework/http/implement';
import { terminateLine } from '@linework/lines/order-types/terminate-line';
import { deleteLineByVerbRoute, deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';
import { type LineRequest, placeLineOrder } from './place-line-order.ts';

async function terminate(request: LineRequest, deps: Deps) {
  return { status: 202, ...(await placeLineOrder(terminateLine, request, deps)) } as const;
}

export const deleteLine = implement(deleteLineRoute, terminate);
export const deleteLineByVerb = implement(deleteLineByVerbRoute, terminate);
