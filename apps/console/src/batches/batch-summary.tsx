import type { BulkOperation } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { toWords } from '../ui/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './batches.module.css';
import { OutcomeBar } from './outcome-bar.tsx';

const outcomes = ['completed', 'placed', 'failed', 'refused', 'cancelled', 'pending'] as const;

/** The reason, the progress, and the counts, each of which lists its items. */
export function BatchSummary({ batch, outcome }: { readonly batch: BulkOperation; readonly outcome: string | undefined }) {
  const brokerName = useBrokerName();
  return (
    <div className={styles.summary}>
      <p className={styles.muted}>
        {batch.reason !== undefined && <>“{batch.reason}”, </>}
        {brokerName(batch.brokerId)}, started <Time at={batch.createdAt} />
        {batch.finishedAt !== undefined && (
          <>
            , ended <Time at={batch.finishedAt} />
          </>
        )}
      </p>
      <OutcomeBar counts={batch.counts} />
      <div className={styles.counts}>
        {outcomes.map((name) => {
          const isCurrent = outcome === name.toUpperCase();
          return (
            <Link
              key={name}
              to="/batches/$batchId"
              params={{ batchId: batch.id }}
              search={isCurrent ? {} : { outcome: name.toUpperCase() }}
              className={styles.count}
              data-current={isCurrent || undefined}
            >
              <b>{batch.counts[name].toLocaleString('en')}</b>
              {toWords(name)}
            </Link>
          );
        })}
      </div>
    </div>
  );
}
