import type { Event, Line, Page as ListPage, Order } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { Actor } from '../ui/actor.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Copy } from '../ui/copy.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Masked, maskedText } from '../ui/masked.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Loading, Note } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { UnmaskButton } from '../unmask/unmask-button.tsx';
import styles from './line.module.css';
import { LineResources } from './line-resources.tsx';
import { StateAxis } from './state-axis.tsx';
import { Usage } from './usage.tsx';

const route = getRouteApi('/lines/$lineId');
const parent = { to: '/search', name: 'Search' } as const;

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
  const { line, events, orders } = useLineRecords(lineId);
  if (line.data === undefined) {
    return (
      <Page title="Line" parent={parent}>
        {line.isPending ? <Loading what="the line" /> : <Failure error={line.error} onRetry={line.refetch} />}
      </Page>
    );
  }
  return (
    <Page
      scrolls
      title={<Masked text={line.data.msisdn} />}
      name={`Line ${maskedText(line.data.msisdn)}`}
      parent={parent}
      actions={<UnmaskButton resource="line" id={lineId} />}
      beside={<StatusBadge status={line.data.status} />}
    >
      <LineFacts line={line.data} />
      <Section title="States">
        {events.data !== undefined && <StateAxis line={line.data} events={events.data.items} />}
        {events.data !== undefined && events.data.meta.total > events.data.items.length && (
          <Note>The first 100 events are shown.</Note>
        )}
      </Section>
      <LineResources line={line.data} orders={orders.data?.items} />
      <Usage line={line.data} />
      <div className={styles.columns}>
        <Orders orders={orders.data} lineId={lineId} />
        <Section title="Events">
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

function LineFacts({ line }: { readonly line: Line }) {
  const brokerName = useBrokerName();
  const facts = [
    ['Holder', <Masked key="holder" text={line.holder.name} />],
    ['ICCID', <Masked key="icc" text={line.iccId} />],
    ['Broker', brokerName(line.brokerId)],
    ['External code', line.externalCode && <Masked key="code" text={line.externalCode} />],
    ['Activated', line.activatedAt && <Time key="at" at={line.activatedAt} />],
    ['Id', <Copy key="id" text={line.id} what="the id of the line" />],
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
    </Facts>
  );
}

function Orders({ orders, lineId }: { readonly orders: ListPage<Order> | undefined; readonly lineId: string }) {
  return (
    <Section
      title="Orders"
      beside={
        <Link to="/orders" search={{ status: 'any', resourceId: lineId }}>
          All
        </Link>
      }
    >
      <ul className={styles.list}>
        {orders?.items.map(({ id, type, status, createdAt }) => (
          <li key={id}>
            <StatusBadge status={status} />
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
