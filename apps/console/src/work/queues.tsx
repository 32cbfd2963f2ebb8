import type { Lease, Queue, Queues, Schedule } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
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
  if (state.isPending) return <Loading what="the queues" />;
  if (state.data === undefined) return <Failure error={state.error} onRetry={state.refetch} />;
  const { isReachable, queues, schedules, leases } = state.data;
  return (
    <>
      <Section title="Held by workers" beside={<span className={styles.muted}>{describeLeases(leases)}</span>}>
        {leases.items.length > 0 ? (
          <Table label="Held by workers" rows={leases.items} keyOf={({ orderId }) => orderId} columns={leaseColumns} />
        ) : (
          <p className={styles.muted}>No worker holds an order.</p>
        )}
      </Section>
      {isReachable ? (
        <>
          <Section title="Queues">
            <Table label="Queues" rows={queues} keyOf={({ name }) => name} columns={queueColumns} />
          </Section>
          <Section title="Scheduled jobs" beside={<span className={styles.muted}>{describeSchedules(schedules)}</span>}>
            <Table
              label="Scheduled jobs"
              rows={schedules.toSorted(urgentFirst)}
              keyOf={({ job }) => job}
              columns={scheduleColumns}
            />
          </Section>
        </>
      ) : (
        <Section title="Queues">
          <Empty title="The queues are not reachable">
            Orders are accepted and kept. The workers take them when the queues are back.
          </Empty>
        </Section>
      )}
    </>
  );
}

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}`;

function describeLeases({ heldCount, endedCount, items }: Queues['leases']): string {
  if (heldCount + endedCount === 0) return '';
  const ended = endedCount === 0 ? '' : `, ${endedCount.toLocaleString('en')} whose worker did not come back`;
  const shown = items.length < heldCount + endedCount ? `, the ${items.length} that end first` : '';
  return `${count(heldCount, 'held')}${ended}${shown}`;
}

const queueColumns: readonly TableColumn<Queue>[] = [
  { name: 'Queue', cell: ({ name }) => toWords(name) },
  { name: 'Waiting', kind: 'number', cell: ({ waitingCount }) => waitingCount.toLocaleString('en') },
  { name: 'Active', kind: 'number', cell: ({ activeCount }) => activeCount.toLocaleString('en') },
  { name: 'Completed', kind: 'number', cell: ({ completedCount }) => completedCount.toLocaleString('en') },
  { name: 'Later', kind: 'number', cell: ({ delayedCount }) => delayedCount.toLocaleString('en') },
  { name: 'Failed jobs', kind: 'number', cell: ({ failedCount }) => failedCount.toLocaleString('en') },
];

const scheduleColumns: readonly TableColumn<Schedule>[] = [
  { name: 'Job', cell: ({ job, summary }) => <span title={summary}>{toWords(job)}</span> },
  { name: 'Every', kind: 'number', cell: ({ everyMs }) => durationText(everyMs) },
  { name: 'Next run', cell: (schedule) => <NextRun schedule={schedule} /> },
  {
    name: 'Last failure',
    isWide: true,
    cell: ({ lastFailure }) => (lastFailure === null ? '–' : <LastFailure {...lastFailure} />),
  },
];

function NextRun({ schedule }: { readonly schedule: Schedule }) {
  if (schedule.nextAt === null) return <Badge tone="warning">Missing</Badge>;
  if (isLate(schedule)) return <Badge tone="warning">{durationText(schedule.lateMs)} late</Badge>;
  return isFrequent(schedule) ? <span className={styles.muted}>on time</span> : <Time at={schedule.nextAt} />;
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
    name: 'Order',
    cell: ({ orderId, type }) => (
      <Link to="/orders/$orderId" params={{ orderId }}>
        {toWords(type)} <code className={styles.id}>{shortId(orderId)}</code>
      </Link>
    ),
  },
  { name: 'Lease ends', kind: 'time', cell: ({ endsAt }) => <Time at={endsAt} /> },
];
