import type { Pause } from '@linework/sdk';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase } from '../ui/text/status-tone.ts';

/** `the system network`, `the order type block`, `the step suspend network of block`. */
export function describeTarget({ kind, target }: Pick<Pause, 'kind' | 'target'>): string {
  if (kind === 'system') return `the system ${toPhrase(target)}`;
  if (kind === 'order-type') return `the order type ${toPhrase(target)}`;
  return `the step ${toPhrase(shortStep(target))} of ${toPhrase(target.slice(0, target.lastIndexOf('.')))}`;
}

/** `4 orders wait`, `1 order waits`, `no order waits`. */
export function describeWaiting(count: number): string {
  if (count === 0) return 'no order waits';
  return count === 1 ? '1 order waits' : `${count.toLocaleString('en')} orders wait`;
}
