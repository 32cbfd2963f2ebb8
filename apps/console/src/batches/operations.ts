import { t } from '../language/translate.ts';
import { toWords } from '../ui/text/status-tone.ts';

export const orderOperations = ['retry', 'rollback', 'cancel', 'close'] as const;
export type OrderOperation = (typeof orderOperations)[number];

/** The words of each operation: as a command, and what it does. */
export const operationTexts: Readonly<Record<OrderOperation, { readonly name: string; readonly effect: string }>> = {
  retry: { name: t('Retry'), effect: t('Each order goes on from the step that failed.') },
  rollback: { name: t('Roll back'), effect: t('Every step that has started is undone.') },
  cancel: { name: t('Cancel'), effect: t('Each order stops at its next step, and what has started is undone.') },
  close: {
    name: t('Close [an order]'),
    effect: t('Each order ends as it is. Its line and the network are not changed.'),
  },
};

const isOrderOperation = (operation: string): operation is OrderOperation =>
  (orderOperations as readonly string[]).includes(operation);

const lineOperations: Readonly<Record<string, string>> = { block: t('Block'), unblock: t('Unblock') };

/** The word of an operation on orders or on lines, as a command. */
export const operationName = (operation: string): string =>
  isOrderOperation(operation) ? operationTexts[operation].name : (lineOperations[operation] ?? toWords(operation));

/** `Retry 298 orders`, `Block 12 lines`. */
export const batchName = (operation: string, total: number): string =>
  isOrderOperation(operation)
    ? commandText(operation, total)
    : t('{operation} {count} line | {operation} {count} lines', { operation: operationName(operation), count: total });

/** `Retry 298 orders`, `Retry 1 order`. */
export const commandText = (operation: OrderOperation, count: number): string =>
  t('{operation} {count} order | {operation} {count} orders', { operation: operationTexts[operation].name, count });
