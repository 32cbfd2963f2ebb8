import { countText } from '../ui/text/count-text.ts';
import { toWords } from '../ui/text/status-tone.ts';

export const orderOperations = ['retry', 'rollback', 'cancel', 'close'] as const;
export type OrderOperation = (typeof orderOperations)[number];

/** The words of each operation: as a command, and what it does. */
export const operationTexts: Readonly<Record<OrderOperation, { readonly name: string; readonly effect: string }>> = {
  retry: { name: 'Retry', effect: 'Each order goes on from the step that failed.' },
  rollback: { name: 'Roll back', effect: 'Every step that has started is undone.' },
  cancel: { name: 'Cancel', effect: 'Each order stops at its next step, and what has started is undone.' },
  close: { name: 'Close', effect: 'Each order ends as it is. Its line and the network are not changed.' },
};

const isOrderOperation = (operation: string): operation is OrderOperation =>
  (orderOperations as readonly string[]).includes(operation);

/** The word of an operation on orders or on lines. */
export const operationName = (operation: string): string =>
  isOrderOperation(operation) ? operationTexts[operation].name : toWords(operation);

/** `Retry 298 orders`, `Block 12 lines`. */
export const batchName = (operation: string, total: number): string =>
  `${operationName(operation)} ${countText(total, isOrderOperation(operation) ? 'order' : 'line')}`;

/** `Retry 298 orders`, `Retry 1 order`. */
export const commandText = (operation: OrderOperation, count: number): string =>
  `${operationTexts[operation].name} ${countText(count, 'order')}`;
