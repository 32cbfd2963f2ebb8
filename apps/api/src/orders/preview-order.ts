import { implement } from '@linework/http/implement';
import { previewOrder as preview } from '@linework/lines/commands/preview-order';
import { previewOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';

export const previewOrder = implement(previewOrderRoute, async ({ body, caller, correlationId }, deps: Deps) => ({
  status: 200,
  body: await preview(deps, { caller, correlationId, request: body }),
}));
