import type { OrderType } from '@linework/sdk';
import { shortStep } from '../orders/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';

/** What can be paused, with the word for each. */
export const pauseKinds = [
  ['system', 'System'],
  ['order-type', 'Order type'],
  ['step', 'Step'],
] as const;
export type PauseKind = (typeof pauseKinds)[number][0];

export interface PauseTarget {
  readonly code: string;
  readonly name: string;
}

/** What can be paused of a kind: the order types, their steps, or the systems that the steps call. */
export function listPauseTargets(
  types: readonly Pick<OrderType, 'code' | 'steps'>[],
  kind: PauseKind,
): readonly PauseTarget[] {
  if (kind === 'order-type') return types.map(({ code }) => ({ code, name: toWords(code) }));
  if (kind === 'step') {
    return types.flatMap(({ code: type, steps }) =>
      steps.map(({ code }) => ({
        code: `${type}.${shortStep(code)}`,
        name: `${toWords(type)}: ${toPhrase(shortStep(code))}`,
      })),
    );
  }
  const called = types.flatMap(({ steps }) =>
    steps.filter((step) => step.kind === 'external').map(({ actionCode }) => actionCode.split('.')[0] ?? ''),
  );
  return [...new Set(called)].toSorted().map((code) => ({ code, name: toWords(code) }));
}
