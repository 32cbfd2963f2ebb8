import type { OrderRow } from '@linework/schemas/orders/order-row';
import type { Incident } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleCheck, CirclePause, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { readPage } from '../api/read-page.ts';
import { mayDo, useSession } from '../api/session.ts';
import { BatchDialog } from '../batches/batch-dialog.tsx';
import type { BatchSelection } from '../batches/batch-selection.ts';
import { numberText, t, tParts } from '../language/translate.ts';
import { readOrdersSearch } from '../orders/orders-search.ts';
import { PauseDialog } from '../pauses/pause-dialog.tsx';
import { PauseRow } from '../pauses/pause-row.tsx';
import { usePauses } from '../pauses/use-pauses.ts';
import { RecordState } from '../records/record-state.tsx';
import { parseSearch } from '../shell/search-text.ts';
import { ActorName } from '../ui/actor.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { LineName } from '../ui/line-name.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Empty, SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { shortId, shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { Care } from './care.tsx';
import { fromParams, type IncidentKey, useIncident } from './incident.ts';
import styles from './incidents.module.css';
import type { OrderGroup } from './use-incidents.ts';

const route = getRouteApi('/incidents/$type/$step/$errorCode');
const parent = { to: '/incidents', name: t('Incidents') } as const;

/** Failed orders with the same type, step and error: how many, since when, who is on it, and the way to repair them. */
export function IncidentPage() {
  const key = fromParams(route.useParams());
  const { data, error, refetch } = useIncident(key);
  if (data === undefined || data === null)
    return (
      <RecordState
        what={t('Incident')}
        parent={parent}
        error={error}
        isMissing={data === null || undefined}
        onRetry={refetch}
      />
    );
  const { failed, incident } = data;
  return (
    <Page
      scrolls
      title={<Code text={key.errorCode} />}
      name={key.errorCode}
      parent={parent}
      beside={
        <span className={styles.muted}>
          {t('{type} at {step}', { type: toWords(key.type), step: toPhrase(shortStep(key.step)) })}
        </span>
      }
      actions={<Actions incidentKey={key} failed={failed} />}
    >
      <Care incidentKey={key} incident={incident} failed={failed} />
      <PauseOfStep incidentKey={key} />
      {failed === undefined ? <Repaired incident={incident} /> : <Failed failed={failed} />}
    </Page>
  );
}

function Actions({
  incidentKey,
  failed,
}: {
  readonly incidentKey: IncidentKey;
  readonly failed: OrderGroup | undefined;
}) {
  const session = useSession().data;
  const mayPause = mayDo(session, 'operator');
  const mayRetry = mayDo(session, 'lines:write');
  const [isPausing, setPausing] = useState(false);
  const [batch, setBatch] = useState<BatchSelection | undefined>();
  const pause = usePauseOf(incidentKey);
  const { type, step } = incidentKey;
  return (
    <>
      {step !== 'none' && pause === undefined && (
        <Button
          disabled={!mayPause}
          title={mayPause ? t('No other order runs into it meanwhile') : t('Your role cannot pause work.')}
          onClick={() => setPausing(true)}
        >
          <CirclePause size={14} aria-hidden /> {t('Pause this step …')}
        </Button>
      )}
      {failed !== undefined && (
        <Button
          kind="primary"
          disabled={!mayRetry}
          title={mayRetry ? t('Shows first what it would do') : t('Your role cannot change orders.')}
          onClick={() => setBatch({ operation: 'retry', orderFilter: failed.orderFilter })}
        >
          <RotateCcw size={14} aria-hidden /> {t('Retry {count} …', { count: failed.orderCount })}
        </Button>
      )}
      <PauseDialog
        open={isPausing}
        what={{ kind: 'step', target: step, name: `${toWords(type)}: ${toPhrase(shortStep(step))}` }}
        onClose={() => setPausing(false)}
      />
      <BatchDialog selection={batch} onClose={() => setBatch(undefined)} />
    </>
  );
}

const usePauseOf = ({ step }: IncidentKey) =>
  usePauses().data?.items.find(({ kind, target }) => kind === 'step' && target === step);

function PauseOfStep({ incidentKey }: { readonly incidentKey: IncidentKey }) {
  const pause = usePauseOf(incidentKey);
  return pause === undefined ? null : <PauseRow pause={pause} />;
}

/** All that failed is repaired. What was known stays for the next time. */
const Repaired = ({ incident }: { readonly incident: Incident | undefined }) => (
  <Empty icon={<CircleCheck size={22} aria-hidden />} title={t('No order of it needs attention')}>
    {t('Every one is repaired, or a newer order has replaced it.')}
    {incident?.assignee !== undefined && (
      <>
        {' '}
        {tParts('{actor} was on it last, {time}.', {
          actor: <ActorName actor={incident.assignee} />,
          time: <Time at={incident.assignedAt} />,
        })}
      </>
    )}
  </Empty>
);

function Failed({ failed }: { readonly failed: OrderGroup }) {
  return (
    <>
      <Facts>
        <Fact name={t('Failed orders')}>{numberText(failed.orderCount)}</Fact>
        <Fact name={t('Brokers hit')}>{numberText(failed.brokerCount)}</Fact>
        <Fact name={t('First')}>
          <Time at={failed.firstFailedAt} />
        </Fact>
        <Fact name={t('Last')}>
          <Time at={failed.lastFailedAt} />
        </Fact>
      </Facts>
      <Section title={t('Failures of the last 24 hours')}>
        <Hours counts={failed.hourlyCounts} />
      </Section>
      <FailedOrders failed={failed} />
    </>
  );
}

/** Counts of each hour as bars, the current hour last. */
function Hours({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <figure className={styles.hours}>
      <div
        className={styles.bars}
        role="img"
        aria-label={t('{total} in 24 hours, at most {most} in one', { total, most })}
      >
        {counts.map((count, index) => {
          const ago = counts.length - 1 - index;
          const when = ago === 0 ? t('in this hour') : t('{count} hour ago | {count} hours ago', { count: ago });
          return (
            <span
              key={ago}
              data-empty={count === 0 || undefined}
              title={`${t('{count} order | {count} orders', { count })} ${when}`}
              style={{ height: `${Math.max(4, (count / most) * 100)}%` }}
            />
          );
        })}
      </div>
      <figcaption className={styles.axis}>
        <span>{t('23 h ago')}</span>
        <span>{t('12 h ago')}</span>
        <span>{t('now')}</span>
      </figcaption>
    </figure>
  );
}

const shown = 10;

function FailedOrders({ failed: { filter, orderCount } }: { readonly failed: OrderGroup }) {
  const search = readOrdersSearch(parseSearch(filter));
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'of-incident', filter],
    queryFn: ({ signal }) =>
      readPage<OrderRow>(
        '/order-rows',
        { ...Object.fromEntries(new URLSearchParams(filter)), limit: `${shown}` },
        signal,
      ),
  });
  return (
    <Section
      title={t('Orders')}
      beside={
        <Link to="/orders" search={search}>
          {t('All {count}', { count: orderCount })}
        </Link>
      }
    >
      {error !== null && data === undefined && <SmallFailure error={error} onRetry={refetch} />}
      {data !== undefined && <Table label={t('Orders')} rows={data.items} keyOf={({ id }) => id} columns={columns} />}
    </Section>
  );
}

const columns: readonly TableColumn<OrderRow>[] = [
  { name: t('Line'), cell: ({ line }) => (line === undefined ? '–' : <LineName line={line} />) },
  { name: t('Status'), isWide: true, cell: ({ status }) => <StatusBadge kind="order" status={status} /> },
  { name: t('What the step said'), isWide: true, cell: ({ failure }) => failure?.detail ?? '–' },
  { name: t('Changed'), kind: 'time', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  {
    name: t('Order'),
    kind: 'action',
    cell: ({ id }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }}>
        {shortId(id)}
      </Link>
    ),
  },
];
