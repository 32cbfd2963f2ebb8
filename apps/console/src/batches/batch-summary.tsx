import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { numberText, t, tParts } from '../language/translate.ts';
import { ActorName } from '../ui/actor.tsx';
import { Note } from '../ui/state.tsx';
import tabsStyles from '../ui/tabs.module.css';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { type Batch, isUnderWay } from './batch-contract.ts';
import type { BatchGroup } from './batch-group.ts';
import styles from './batches.module.css';
import { OutcomeBar } from './outcome-bar.tsx';
import { RateSlider } from './rate-slider.tsx';

const outcomes = ['completed', 'placed', 'failed', 'refused', 'cancelled', 'pending'] as const;

interface BatchSummaryProps {
  readonly group: BatchGroup;
  /** The outcome and the broker whose items are listed. */
  readonly outcome: string | undefined;
  readonly broker: string | undefined;
}

/** The reason, the progress, and the counts, each of which lists its items. */
export function BatchSummary({ group, outcome, broker }: BatchSummaryProps) {
  const { parts, counts } = group;
  const own = parts.find(({ brokerId }) => brokerId === broker)?.counts ?? counts;
  return (
    <div className={styles.summary}>
      <Origin group={group} />
      {parts[0].createdBy !== undefined && parts.some(isUnderWay) && <Rate parts={parts} />}
      <OutcomeBar counts={own} />
      {parts.length > 1 && <Brokers group={group} outcome={outcome} broker={broker} />}
      <div className={styles.counts}>
        {outcomes.map((name) => {
          const isCurrent = outcome === name.toUpperCase();
          return (
            <Link
              key={name}
              to="/batches/$batchId"
              params={{ batchId: parts[0].id }}
              search={isCurrent ? { broker } : { broker, outcome: name.toUpperCase() }}
              className={styles.count}
              data-current={isCurrent || undefined}
              data-tone={own[name] === 0 ? 'none' : undefined}
            >
              <b>{numberText(own[name])}</b>
              {toWords(name)}
            </Link>
          );
        })}
      </div>
    </div>
  );
}

/** Who has confirmed what and why, and who has approved it. */
function Origin({ group: { parts, status, finishedAt } }: { readonly group: BatchGroup }) {
  const brokerName = useBrokerName();
  const [{ reason, brokerId, createdAt, createdBy, approvedBy }] = parts;
  const dueAt = parts.find((part) => part.status === 'AWAITING_APPROVAL')?.approvalDueAt;
  return (
    <p className={styles.muted}>
      {reason !== undefined && <>“{reason}”, </>}
      {tParts('{brokers}, started {time}', {
        brokers:
          parts.length === 1 ? brokerName(brokerId) : t('{count} broker | {count} brokers', { count: parts.length }),
        time: <Time at={createdAt} />,
      })}
      {createdBy !== undefined && <> {tParts('by {actor}', { actor: <ActorName actor={createdBy} /> })}</>}
      {approvedBy !== undefined && tParts(', approved by {actor}', { actor: <ActorName actor={approvedBy} /> })}
      {status === 'AWAITING_APPROVAL' &&
        tParts(', cancelled {time} unless another person approves it', { time: <Time at={dueAt} /> })}
      {finishedAt !== undefined && tParts(', ended {time}', { time: <Time at={finishedAt} /> })}
    </p>
  );
}

/** The brokers of the orders, each with its number. One of them lists only its items. */
function Brokers({ group: { parts, total }, outcome, broker }: BatchSummaryProps) {
  const brokerName = useBrokerName();
  const tabs = [
    { id: undefined, name: t('All brokers'), count: total },
    ...parts.map(({ brokerId, total: count }) => ({ id: brokerId, name: brokerName(brokerId), count })),
  ];
  return (
    <nav className={`${tabsStyles.tabs} ${styles.brokers}`} aria-label={t('Brokers')}>
      {tabs.map(({ id, name, count }) => (
        <Link
          key={id ?? 'all'}
          to="/batches/$batchId"
          params={{ batchId: parts[0].id }}
          search={{ outcome, broker: id }}
          className={tabsStyles.tab}
          data-current={id === broker || undefined}
          aria-current={id === broker ? 'true' : undefined}
        >
          {name} <span>{numberText(count)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Changes the rate of what is under way, from the next order on. */
function Rate({ parts }: Pick<BatchGroup, 'parts'>) {
  const client = useQueryClient();
  const canAct = mayDo(useSession().data, 'lines:write');
  const change = useMutation({
    mutationFn: async (ordersPerMinute: number | undefined) => {
      for (const { id } of parts.filter(isUnderWay))
        await linework.request<Batch>('PATCH', `/bulk-operations/${id}`, {
          body: { ordersPerMinute: ordersPerMinute ?? null },
        });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['batch'] }),
  });
  const rate = change.isPending ? change.variables : parts[0].ordersPerMinute;
  return (
    <>
      {change.isError && <Note danger>{describeError(change.error).detail}</Note>}
      <RateSlider
        rate={rate}
        disabled={!canAct}
        hint={parts.length > 1 && rate !== undefined ? t('for each broker') : undefined}
        onChange={(next) => change.mutate(next)}
      />
      {parts.some(({ approvalDueAt }) => approvalDueAt !== undefined) && (
        <p className={styles.muted}>
          {t('A faster rate than the approved one needs the approval of another person again.')}
        </p>
      )}
    </>
  );
}
