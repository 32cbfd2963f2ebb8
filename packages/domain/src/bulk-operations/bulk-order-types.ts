import type { LineOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { LineOrderType } from '../model/line-order-type.ts';
import { activateLine } from '../order-types/activate-line.ts';
import { blockLine } from '../order-types/block-line.ts';
import { terminateLine } from '../order-types/terminate-line.ts';
import { unblockLine } from '../order-types/unblock-line.ts';

/** The order type that each line of a bulk operation gets. */
export const bulkOrderTypes: Readonly<Record<LineOperation, LineOrderType>> = {
  block: blockLine,
  unblock: unblockLine,
  activate: activateLine,
  delete: terminateLine,
};
