import type { Order } from '@linework/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { mayAct, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { exactTime } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { Changes } from './changes.tsx';
import { Events } from './events.tsx';
import { fillTraceUrl } from './fill-trace-url.ts';
import styles from './order.module.css';
import { listActions, type OrderAction, type OrderRequest, requestTexts } from './order-actions.ts';
import { useOrder } from './use-order.ts';
import { Waterfall } from './waterfall.tsx';
import { Why } from './why.tsx';

const route = getRouteApi('/orders/$orderId');
const parent = { to: '/orders', name: 'Orders' } as const;

export function OrderPage() {
  const { orderId } = route.useParams();
  const { order, attempts, events, explanation } = useOrder(orderId);
  const [request, setRequest] = useState<OrderRequest | undefined>();
  const canAct = mayAct(useSession().data);
  const actions = order.data === undefined ? [] : listActions(order.data.status, explanation.data);
  const ask = (wanted: OrderRequest) => {
    if (canAct && actions.some((action) => action.request === wanted && action.rejected === undefined))
      setRequest(wanted);
  };
  useShortcuts({ r: () => ask('retry') });
  if (order.data === undefined) {
    return (
      <Page title="Order" parent={parent}>
        {order.isPending ? <Loading what="the order" /> : <Failure error={order.error} onRetry={order.refetch} />}
      </Page>
    );
  }
  return (
    <Page
      scrolls
      name={`${toWords(order.data.type)} ${orderId.slice(-8)}`}
      title={toWords(order.data.type)}
      parent={parent}
      beside={<StatusBadge status={order.data.status} />}
      actions={<Actions actions={actions} canAct={canAct} onAsk={ask} />}
    >
      <OrderFacts order={order.data} />
      <Why order={order.data} explanation={explanation.data} />
      <Section
        title="Steps and attempts"
        beside={
          <>
            <span className={styles.muted}>since {exactTime(order.data.createdAt)}</span>
            <TraceLink order={order.data} />
          </>
        }
      >
        <Waterfall order={order.data} attempts={attempts.data} error={attempts.error} />
      </Section>
      <div className={styles.columns}>
        <Changes events={events.data} explanation={explanation.data} orderId={orderId} />
        <Events events={events.data} error={events.error} />
      </div>
      <Request order={order.data} />
      <ActionDialog order={order.data} request={request} onClose={() => setRequest(undefined)} />
    </Page>
  );
}

/** Only what is allowed now is a button; the others say why not. */
function Actions({
  actions,
  canAct,
  onAsk,
}: {
  readonly actions: readonly OrderAction[];
  readonly canAct: boolean;
  readonly onAsk: (request: OrderRequest) => void;
}) {
  return actions
    .filter(({ rejected }) => rejected === undefined)
    .map(({ request }) => (
      <Button
        key={request}
        kind={request === 'retry' ? 'primary' : undefined}
        disabled={!canAct}
        title={canAct ? undefined : 'A viewer cannot change orders.'}
        onClick={() => onAsk(request)}
      >
        {requestTexts[request].name} …
      </Button>
    ));
}

function OrderFacts({ order }: { readonly order: Order }) {
  const brokerName = useBrokerName();
  return (
    <Facts>
      <Fact name="Order">
        <code>{order.id}</code> <Copy text={order.id} what="the id of the order" />
      </Fact>
      <Fact name={toWords(order.resource.type)}>
        {order.resource.type === 'line' ? (
          <Link to="/lines/$lineId" params={{ lineId: order.resource.id }}>
            <code>{order.resource.id}</code>
          </Link>
        ) : (
          <code>{order.resource.id}</code>
        )}
      </Fact>
      <Fact name="Broker">{brokerName(order.brokerId)}</Fact>
      <Fact name="Placed">
        <Time at={order.createdAt} />
      </Fact>
      <Fact name="Changed">
        <Time at={order.updatedAt} />
      </Fact>
      <Fact name="Correlation id">
        <Link to="/orders" search={{ status: 'any', correlationId: order.correlationId }}>
          <code>{order.correlationId}</code>
        </Link>
      </Fact>
      {order.cancellationReason !== null && <Fact name="Cancelled because">{order.cancellationReason}</Fact>}
    </Facts>
  );
}

/** What a script would send for the same order. */
function Request({ order }: { readonly order: Order }) {
  const curl = `curl "$LINEWORK_URL/orders/${order.id}" \\\n  -H "X-API-Key: $LINEWORK_API_KEY"`;
  return (
    <Section title="From a script" beside={<Copy text={curl} what="the command" />}>
      <pre className={styles.code}>{curl}</pre>
      <details className={styles.details}>
        <summary>Input and metadata</summary>
        <pre className={styles.code}>{JSON.stringify({ input: order.input, metadata: order.metadata }, null, 2)}</pre>
      </details>
    </Section>
  );
}

/** The way to the traces or logs of the order in another system, if the installation has one. */
function TraceLink({ order }: { readonly order: Order }) {
  const traceUrl = useSession().data?.traceUrl;
  if (traceUrl === undefined) return null;
  return (
    <a className={styles.trace} href={fillTraceUrl(traceUrl, order)} target="_blank" rel="noreferrer">
      Trace <ExternalLink size={12} aria-hidden />
    </a>
  );
}
