import type { Lease, Queue, Queues, Schedule } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { numberText, t } from '../language/translate.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { shortId } from '../ui/text/order-text.ts';
import { durationText } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { describeSchedules, isFrequent, isLate, urgentFirst } from './schedule-state.ts';
import styles from './work.module.css';

const pollMs = 10_000;
/** The jobs that wait, the orders that workers hold, and the jobs that run on a schedule. */
export function QueueSections() {
  // Nothing announces that a job was done, so it is read again every few seconds.
  const state = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => linework.request<Queues>('GET', '/queues', { signal }),
    refetchInterval: pollMs,
  });
  if (state.isPending) return <Loading what={t('the queues')} />;
  if (state.data === undefined) return <Failure error={state.error} onRetry={state.refetch} />;
  const { isReachable, queues, schedules, leases } = state.data;
  return (
    <>
      <Section title={t('Held by workers')} beside={<span className={styles.muted}>{describeLeases(leases)}</span>}>
        {leases.items.length > 0 ? (
          <Table
            label={t('Held by workers')}
            rows={leases.items}
            keyOf={({ orderId }) => orderId}
            columns={leaseColumns}
          />
        ) : (
          <p className={styles.muted}>{t('No worker holds an order.')}</p>
        )}
      </Section>
      {isReachable ? (
        <>
          <Section title={t('Queues')}>
            <Table label={t('Queues')} rows={queues} keyOf={({ name }) => name} columns={queueColumns} />
          </Section>
          <Section
            title={t('Scheduled jobs')}
            beside={<span className={styles.muted}>{describeSchedules(schedules)}</span>}
          >
            <Table
              label={t('Scheduled jobs')}
              rows={schedules.toSorted(urgentFirst)}
              keyOf={({ job }) => job}
              columns={scheduleColumns}
            />
          </Section>
        </>
      ) : (
        <Section title={t('Queues')}>
          <Empty title={t('The queues are not reachable')}>
            {t('Orders are accepted and kept. The workers take them when the queues are back.')}
          </Empty>
        </Section>
      )}
    </>
  );
}

function describeLeases({ heldCount, endedCount, items }: Queues['leases']): string {
  if (heldCount + endedCount === 0) return '';
  const held = t('{count} held', { count: heldCount });
  const ended = endedCount > 0 && t('{count} whose worker did not come back', { count: endedCount });
  const shown = items.length < heldCount + endedCount && t('the {count} that end first', { count: items.length });
  return [held, ended, shown].filter((part) => part !== false).join(', ');
}

const queueColumns: readonly TableColumn<Queue>[] = [
  { name: t('Queue'), cell: ({ name }) => toWords(name) },
  { name: t('Waiting'), kind: 'number', cell: ({ waitingCount }) => numberText(waitingCount) },
  { name: t('Active'), kind: 'number', cell: ({ activeCount }) => numberText(activeCount) },
  { name: t('Completed'), kind: 'number', isWide: true, cell: ({ completedCount }) => numberText(completedCount) },
  { name: t('Later'), kind: 'number', cell: ({ delayedCount }) => numberText(delayedCount) },
  { name: t('Failed jobs'), kind: 'number', cell: ({ failedCount }) => numberText(failedCount) },
];

const scheduleColumns: readonly TableColumn<Schedule>[] = [
  { name: t('Job'), cell: ({ job, summary }) => <span title={summary}>{toWords(job)}</span> },
  { name: t('Every'), kind: 'number', cell: ({ everyMs }) => durationText(everyMs) },
  { name: t('Next run'), cell: (schedule) => <NextRun schedule={schedule} /> },
  {
    name: t('Last failure'),
    isWide: true,
    cell: ({ lastFailure }) => (lastFailure === null ? '–' : <LastFailure {...lastFailure} />),
  },
];

function NextRun({ schedule }: { readonly schedule: Schedule }) {
  if (schedule.nextAt === null) return <Badge tone="warning">{t('Missing')}</Badge>;
  if (isLate(schedule))
    return <Badge tone="warning">{t('{time} late', { time: durationText(schedule.lateMs) })}</Badge>;
  return isFrequent(schedule) ? <span className={styles.muted}>{t('on time')}</span> : <Time at={schedule.nextAt} />;
}

function LastFailure({ at, reason }: NonNullable<Schedule['lastFailure']>) {
  return (
    <>
      <Time at={at} /> <span className={styles.reason}>{reason}</span>
    </>
  );
}

const leaseColumns: readonly TableColumn<Lease>[] = [
  {
    name: t('Order'),
    cell: ({ orderId, type }) => (
      <Link to="/orders/$orderId" params={{ orderId }}>
        {toWords(type)} <code className={styles.id}>{shortId(orderId)}</code>
      </Link>
    ),
  },
  { name: t('Lease ends'), kind: 'time', cell: ({ endsAt }) => <Time at={endsAt} /> },
];
