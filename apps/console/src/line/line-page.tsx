import type { Event, Line, Page as ListPage, Order } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayAct, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import orderStyles from '../order/order.module.css';
import { Actor } from '../ui/actor.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Loading, Note } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { UnmaskDialog } from '../unmask/unmask-dialog.tsx';
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
      title={line.data.msisdn}
      name={`Line ${line.data.msisdn}`}
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
      <div className={orderStyles.columns}>
        <Orders orders={orders.data} lineId={lineId} />
        <Section title="Events">
          <ul className={orderStyles.list}>
            {events.data?.items.toReversed().map((event) => (
              <li key={event.id}>
                <span title={event.type}>{toWords(event.type)}</span>
                <Actor event={event} />
                <span className={orderStyles.muted}>
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
    ['Line', <code key="id">{line.id}</code>],
    ['Holder', line.holder.name],
    ['ICCID', <code key="icc">{line.iccId}</code>],
    ['Broker', brokerName(line.brokerId)],
    ['External code', line.externalCode],
    ['Activated', line.activatedAt && <Time key="at" at={line.activatedAt} />],
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
      <ul className={orderStyles.list}>
        {orders?.items.map(({ id, type, status, createdAt }) => (
          <li key={id}>
            <StatusBadge status={status} />
            <Link to="/orders/$orderId" params={{ orderId: id }}>
              {toWords(type)}
            </Link>
            <span className={orderStyles.muted}>
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Names and numbers are masked; this asks for them in clear. */
function UnmaskButton({ resource, id }: { readonly resource: 'line' | 'order'; readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const canAct = mayAct(useSession().data);
  return (
    <>
      <Button
        disabled={!canAct}
        title={canAct ? undefined : 'A viewer reads masked records only.'}
        onClick={() => setOpen(true)}
      >
        <Eye size={14} aria-hidden /> Show in clear …
      </Button>
      <UnmaskDialog resource={resource} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
