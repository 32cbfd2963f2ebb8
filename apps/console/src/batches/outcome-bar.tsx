import type { BulkCounts } from '@linework/sdk';
import { t } from '../language/translate.ts';
import styles from './batches.module.css';

const parts = [
  ['completed', 'success'],
  ['placed', 'progress'],
  ['failed', 'danger'],
  ['refused', 'danger'],
  ['cancelled', 'quiet'],
] as const;

/** How far a batch is: done, open, failed, and not yet processed. */
export function OutcomeBar({ counts }: { readonly counts: BulkCounts }) {
  let at = 0;
  const total = Math.max(1, counts.total);
  const text = parts.map(([name]) => `${counts[name]} ${name}`).join(', ');
  return (
    <svg
      className={styles.bar}
      role="img"
      aria-label={t('{text}, {pending} pending', { text, pending: counts.pending })}
    >
      <title>{`${text}, ${counts.pending} pending`}</title>
      {parts.map(([name, tone]) => {
        const x = at;
        at += counts[name] / total;
        return (
          <rect
            key={name}
            data-tone={tone}
            x={`${x * 100}%`}
            width={`${(counts[name] / total) * 100}%`}
            height="100%"
          />
        );
      })}
    </svg>
  );
}
