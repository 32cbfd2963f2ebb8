import type { Pause } from '@linework/sdk';
import { t } from '../language/translate.ts';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase } from '../ui/text/status-tone.ts';

/** `the system network`, `the order type block`, `the step suspend network of block`. */
export function describeTarget({ kind, target }: Pick<Pause, 'kind' | 'target'>): string {
  if (kind === 'system') return t('the system {name}', { name: toPhrase(target) });
  if (kind === 'order-type') return t('the order type {name}', { name: toPhrase(target) });
  return t('the step {step} of {type}', {
    step: toPhrase(shortStep(target)),
    type: toPhrase(target.slice(0, target.lastIndexOf('.'))),
  });
}

/** `4 orders wait`, `1 order waits`, `no order waits`. */
export function describeWaiting(count: number): string {
  return count === 0 ? t('no order waits') : t('{count} order waits | {count} orders wait', { count });
}
