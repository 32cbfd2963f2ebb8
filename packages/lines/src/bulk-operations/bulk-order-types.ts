import type { LineOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { activateLine } from '../order-types/activate-line.ts';
import { blockLine } from '../order-types/block-line.ts';
import type { LineOrderType } from '../order-types/line-order-type.ts';
import { terminateLine } from '../order-types/terminate-line.ts';
import { unblockLine } from '../order-types/unblock-line.ts';

/** The order type that each line of a bulk operation gets. */
export const bulkOrderTypes: Readonly<Record<LineOperation, LineOrderType>> = {
  block: blockLine,
  unblock: unblockLine,
  activate: activateLine,
  delete: terminateLine,
};
