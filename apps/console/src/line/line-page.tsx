import { isOpen } from '@linework/schemas/lifecycles/order.lifecycle';
import type { Event, Line, Page as ListPage, Order } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { IdFact } from '../records/id-fact.tsx';
import { OrderProgress } from '../records/order-progress.tsx';
import { RecordState } from '../records/record-state.tsx';
import { Actor } from '../ui/actor.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Masked, maskedText } from '../ui/masked.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Note } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { UnmaskButton } from '../unmask/unmask-button.tsx';
import { useClear } from '../unmask/use-clear.ts';
import styles from './line.module.css';
import { LineActions } from './line-actions.tsx';
import { LineResources } from './line-resources.tsx';
import { StateAxis } from './state-axis.tsx';
import { Usage } from './usage.tsx';

const route = getRouteApi('/lines/$lineId');
const parent = { to: '/lines', name: t('Lines') } as const;

/** The line, and its events and orders as of its last change. */
function useLineRecords(lineId: string) {
  const line = useQuery({
    queryKey: ['line', lineId],
    queryFn: async ({ signal }) => await linework.lines.get(lineId, { signal }),
  });
  const version = line.data?.updatedAt;
  const events = useQuery({
    queryKey: ['line', lineId, 'events', version],
    queryFn: async ({ signal }): Promise<ListPage<Event>> =>
      await linework.lines.events(lineId, { limit: 100 }, { signal }),
    enabled: line.isSuccess,
    placeholderData: (before) => before,
  });
  const orders = useQuery({
    queryKey: ['line', lineId, 'orders', version],
    queryFn: async ({ signal }): Promise<ListPage<Order>> =>
      await linework.orders.list({ resourceId: [lineId], limit: 50 }, { signal }),
    enabled: line.isSuccess,
    placeholderData: (before) => before,
  });
  return { line, events, orders };
}

export function LinePage() {
  const { lineId } = route.useParams();
  const search = route.useSearch();
  const { line, events, orders } = useLineRecords(lineId);
  const clear = useClear<Line>('line', lineId, line.data && `${line.data.msisdn} ${line.data.iccId}`);
  // The order that is under way, or the one that this person has just placed.
  const followed = orders.data?.items.find(({ status }) => isOpen(status))?.id ?? search.order;
  if (line.data === undefined) {
    return <RecordState what={t('Line')} parent={parent} error={line.error} onRetry={line.refetch} />;
  }
  const shown = clear ?? line.data;
  return (
    <Page
      scrolls
      title={<Masked text={shown.msisdn} />}
      name={t('Line {number}', { number: maskedText(line.data.msisdn) })}
      parent={parent}
      actions={
        <>
          <LineActions key={lineId} line={line.data} chosen={search.do} />
          {clear === undefined && <UnmaskButton resource="line" id={lineId} />}
        </>
      }
      beside={<StatusBadge kind="line" status={line.data.status} />}
    >
      {followed !== undefined && <OrderProgress orderId={followed} />}
      <LineFacts line={line.data} shown={shown} />
      <Section title={t('States')} isPending={events.isPending}>
        {events.data !== undefined && <StateAxis line={line.data} events={events.data.items} />}
        {events.data !== undefined && events.data.meta.total > events.data.items.length && (
          <Note>{t('The first 100 events are shown.')}</Note>
        )}
      </Section>
      <LineResources line={line.data} orders={orders.data?.items} />
      <Usage line={line.data} />
      <div className={styles.columns}>
        <Orders orders={orders.data} lineId={lineId} />
        <Section title={t('Events')}>
          <ul className={styles.list}>
            {events.data?.items.toReversed().map((event) => (
              <li key={event.id}>
                <span title={event.type}>{toWords(event.type)}</span>
                <Actor event={event} />
                <span className={styles.muted}>
                  <Time at={event.at} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </Page>
  );
}

/** `shown` is the line as this person reads it: masked, or in clear. */
function LineFacts({ line, shown }: { readonly line: Line; readonly shown: Line }) {
  const brokerName = useBrokerName();
  const facts = [
    [
      t('Holder'),
      <Link key="holder" to="/holders/$holderId" params={{ holderId: line.holder.id }}>
        <Masked text={shown.holder.name} />
      </Link>,
    ],
    ['ICCID', <Masked key="icc" text={shown.iccId} />],
    [t('Broker'), brokerName(line.brokerId)],
    [
      t('Subscription'),
      line.subscriptionId && (
        <Link key="subscription" to="/subscriptions/$subscriptionId" params={{ subscriptionId: line.subscriptionId }}>
          {t('Open [a record]')}
        </Link>
      ),
    ],
    [t('External code'), shown.externalCode && <Masked key="code" text={shown.externalCode} />],
    [t('Activated'), line.activatedAt && <Time key="at" at={line.activatedAt} />],
  ] as const;
  return (
    <Facts>
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      <IdFact name={t('Line')} id={line.id} />
    </Facts>
  );
}

function Orders({ orders, lineId }: { readonly orders: ListPage<Order> | undefined; readonly lineId: string }) {
  return (
    <Section
      title={t('Orders')}
      beside={
        <Link to="/orders" search={{ status: 'any', resourceId: lineId }}>
          {t('All')}
        </Link>
      }
    >
      <ul className={styles.list}>
        {orders?.items.map(({ id, type, status, createdAt }) => (
          <li key={id}>
            <StatusBadge kind="order" status={status} />
            <Link to="/orders/$orderId" params={{ orderId: id }}>
              {toWords(type)}
            </Link>
            <span className={styles.muted}>
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
