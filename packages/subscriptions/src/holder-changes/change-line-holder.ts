import type { Caller } from '@linework/auth/caller';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { type PlacedOrder, placeOnLine } from '@linework/lines/commands/place-order';
import { type PreviewInput, previewPlacing, requireMember } from '@linework/lines/commands/preview-order';
import { unprocessableValues } from '@linework/problem-details/make-problem';
import type { OrderPreview } from '@linework/schemas/orders/order-preview';
import { v7 as newId } from 'uuid';
import { changeHolder } from './change-holder.ts';
import { findFaults, type HolderChange } from './find-faults.ts';

export interface HolderChangeRequest extends HolderChange {
  readonly caller: Caller;
  readonly correlationId: string;
  readonly notBefore?: Date | undefined;
  readonly reason?: string | undefined;
}

/**
 * Places the order that gives a line to another holder. Raises the errors of `placeOrder`, and 422 with everything that
 * is against the change.
 */
export function changeLineHolder(
  { db, notify }: PlaceDeps,
  { lineId, customerId, subscriptionId, ...request }: HolderChangeRequest,
): Promise<PlacedOrder> {
  return db.transaction(async (tx) => {
    const input = { customerId, ...(subscriptionId !== undefined && { subscriptionId }) };
    const placed = await placeOnLine({ db: tx, notify }, newId(), {
      orderType: changeHolder,
      lineId,
      input,
      ...request,
    });
    const [faults = []] = await findFaults(tx, [{ lineId, customerId, subscriptionId }]);
    if (faults.length > 0) throw unprocessableValues(faults, { code: 'holder-change-refused' });
    return placed;
  });
}

/** Shows the order that `changeLineHolder` would place, and raises what it would raise. */
export function previewHolderChange(deps: PlaceDeps, input: PreviewInput): Promise<OrderPreview> {
  const { request, ...context } = input;
  return previewPlacing(deps, input, (dryRun) =>
    changeLineHolder(dryRun, {
      ...context,
      lineId: requireMember(request.lineId, 'lineId'),
      customerId: requireMember(request.customerId, 'customerId'),
      subscriptionId: request.subscriptionId,
      notBefore: request.notBefore,
    }),
  );
}
