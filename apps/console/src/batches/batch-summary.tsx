import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayAct, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { ActorName } from '../ui/actor.tsx';
import { Note } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { type Batch, isUnderWay } from './batch-contract.ts';
import styles from './batches.module.css';
import { OutcomeBar } from './outcome-bar.tsx';
import { RateSlider } from './rate-slider.tsx';

const outcomes = ['completed', 'placed', 'failed', 'refused', 'cancelled', 'pending'] as const;

/** The reason, the progress, and the counts, each of which lists its items. */
export function BatchSummary({ batch, outcome }: { readonly batch: Batch; readonly outcome: string | undefined }) {
  const brokerName = useBrokerName();
  return (
    <div className={styles.summary}>
      <p className={styles.muted}>
        {batch.reason !== undefined && <>“{batch.reason}”, </>}
        {brokerName(batch.brokerId)}, started <Time at={batch.createdAt} />
        {batch.createdBy !== undefined && (
          <>
            {' '}
            by <ActorName actor={batch.createdBy} />
          </>
        )}
        {batch.approvedBy !== undefined && (
          <>
            , approved by <ActorName actor={batch.approvedBy} />
          </>
        )}
        {batch.status === 'AWAITING_APPROVAL' && (
          <>
            , cancelled <Time at={batch.approvalDueAt} /> unless another person approves it
          </>
        )}
        {batch.finishedAt !== undefined && (
          <>
            , ended <Time at={batch.finishedAt} />
          </>
        )}
      </p>
      {batch.createdBy !== undefined && isUnderWay(batch) && <Rate batch={batch} />}
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
              data-tone={batch.counts[name] === 0 ? 'none' : undefined}
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

/** Changes the rate of a batch that is under way, from the next order on. */
function Rate({ batch }: { readonly batch: Batch }) {
  const client = useQueryClient();
  const canAct = mayAct(useSession().data);
  const change = useMutation({
    mutationFn: (ordersPerMinute: number | undefined) =>
      linework.request<Batch>('PATCH', `/bulk-operations/${batch.id}`, {
        body: { ordersPerMinute: ordersPerMinute ?? null },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['batch', batch.id] }),
  });
  const rate = change.isPending ? change.variables : batch.ordersPerMinute;
  return (
    <>
      {change.isError && <Note danger>{describeError(change.error).detail}</Note>}
      <RateSlider rate={rate} disabled={!canAct} onChange={(next) => change.mutate(next)} />
      {batch.approvalDueAt !== undefined && (
        <p className={styles.muted}>Faster than approved awaits the approval of another person again.</p>
      )}
    </>
  );
}
