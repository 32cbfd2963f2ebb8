import type { Order } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Copy as CopyIcon, ExternalLink, FastForward, ListFilter, Phone, RotateCcw, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Masked } from '../ui/masked.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { durationText, exactTime } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { useCommands } from '../ui/use-commands.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { UnmaskButton } from '../unmask/unmask-button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { OrderDetails } from './explanation.ts';
import { fillTraceUrl } from './fill-trace-url.ts';
import styles from './order.module.css';
import { listActions, type OrderAction, type OrderRequest, requestTexts } from './order-actions.ts';
import { Timeline } from './timeline.tsx';
import { useOrder } from './use-order.ts';
import { Why } from './why.tsx';

const route = getRouteApi('/orders/$orderId');
const parent = { to: '/orders', name: t('Orders') } as const;

export function OrderPage() {
  const { orderId } = route.useParams();
  const { order, attempts, events, explanation, details } = useOrder(orderId);
  const [request, setRequest] = useState<OrderRequest | undefined>();
  const canAct = mayDo(useSession().data, 'orders:write');
  const actions = order.data === undefined ? [] : listActions(order.data.status, explanation.data);
  const ask = (wanted: OrderRequest) => {
    if (canAct && actions.some((action) => action.request === wanted && action.rejected === undefined))
      setRequest(wanted);
  };
  useShortcuts({ r: () => ask('retry') });
  useOrderCommands({ order: order.data, actions: canAct ? actions : [], ask });
  if (order.data === undefined) {
    return (
      <Page title={t('Order')} parent={parent}>
        {order.isPending ? <Loading what={t('the order')} /> : <Failure error={order.error} onRetry={order.refetch} />}
      </Page>
    );
  }
  return (
    <Page
      scrolls
      name={`${toWords(order.data.type)} ${orderId.slice(-8)}`}
      title={toWords(order.data.type)}
      parent={parent}
      beside={<StatusBadge kind="order" status={order.data.status} />}
      actions={
        <>
          <Actions actions={actions} canAct={canAct} onAsk={ask} />
          <UnmaskButton resource="order" id={orderId} />
        </>
      }
    >
      <Subject order={order.data} details={details.data} />
      <Why
        order={order.data}
        explanation={explanation.data}
        details={details.data}
        isPending={explanation.isPending || details.isPending}
      />
      <div className={styles.columns}>
        <Section
          title={t('Timeline')}
          beside={<span className={styles.muted}>{t('since {time}', { time: exactTime(order.data.createdAt) })}</span>}
        >
          <Timeline
            order={order.data}
            attempts={attempts.data}
            events={events.data}
            explanation={explanation.data}
            details={details.data}
            error={attempts.error ?? events.error}
          />
        </Section>
        <aside aria-label={t('About the order')}>
          <OrderFacts order={order.data} />
          <Request order={order.data} />
        </aside>
      </div>
      <ActionDialog order={order.data} request={request} onClose={() => setRequest(undefined)} />
    </Page>
  );
}

const icons = { retry: RotateCcw, skip: FastForward, rollback: Undo2, cancel: X, close: X } as const;

interface OrderCommandsOf {
  readonly order: Order | undefined;
  readonly actions: readonly OrderAction[];
  readonly ask: (request: OrderRequest) => void;
}

/** What the palette does on the page of an order. */
function useOrderCommands({ order, actions, ask }: OrderCommandsOf): void {
  const navigate = useNavigate();
  useCommands(
    order === undefined
      ? []
      : [
          ...actions
            .filter(({ rejected }) => rejected === undefined)
            .map(({ request }) => ({
              name: `${requestTexts[request].title} …`,
              icon: icons[request],
              run: () => ask(request),
            })),
          ...(order.resource.type === 'line'
            ? [
                {
                  name: t('Open its line'),
                  icon: Phone,
                  run: () => navigate({ to: '/lines/$lineId', params: { lineId: order.resource.id } }),
                },
              ]
            : []),
          {
            name: t('Orders on the same record'),
            icon: ListFilter,
            run: () => navigate({ to: '/orders', search: { status: 'any', resourceId: order.resource.id } }),
          },
          { name: t('Copy the id of the order'), icon: CopyIcon, run: () => navigator.clipboard.writeText(order.id) },
          {
            name: t('Copy the address of this page'),
            icon: CopyIcon,
            run: () => navigator.clipboard.writeText(location.href),
          },
        ],
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
        title={canAct ? undefined : t('Your role cannot change orders.')}
        onClick={() => onAsk(request)}
      >
        {requestTexts[request].name} …
      </Button>
    ));
}

interface SubjectProps {
  readonly order: Order;
  readonly details: OrderDetails | null | undefined;
}

/** Whom the order is about: the number of the line first, its status now, and who holds it. */
function Subject({ order, details }: SubjectProps) {
  const brokerName = useBrokerName();
  const { type, id } = order.resource;
  const line = details?.line;
  return (
    <div className={styles.subject}>
      {line !== undefined ? (
        <Link to="/lines/$lineId" params={{ lineId: id }} className={styles.number}>
          <Masked text={line.msisdn} />
        </Link>
      ) : (
        <span className={styles.number}>
          {type === 'line' ? (
            <Link to="/lines/$lineId" params={{ lineId: id }}>
              {t('Line')}
            </Link>
          ) : (
            toWords(type)
          )}
        </span>
      )}
      {line !== undefined && <StatusBadge kind="line" status={line.status} />}
      <span className={styles.muted}>
        {line !== undefined && (
          <>
            <Masked text={line.holder.name} />,{' '}
          </>
        )}
        {brokerName(order.brokerId)}
      </span>
    </div>
  );
}

/** How long a settled order took. One that is open has no such time yet. */
function tookText({ createdAt, updatedAt, status }: Order): string | undefined {
  if (['PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING'].includes(status)) return undefined;
  return durationText(Date.parse(updatedAt) - Date.parse(createdAt));
}

function OrderFacts({ order }: { readonly order: Order }) {
  const took = tookText(order);
  return (
    <Facts>
      <Fact name={t('Placed')}>
        <Time at={order.createdAt} />
      </Fact>
      {took === undefined ? (
        <Fact name={t('Changed')}>
          <Time at={order.updatedAt} />
        </Fact>
      ) : (
        <Fact name={t('Settled after')}>{took}</Fact>
      )}
      {order.cancellationReason !== null && (
        <Fact name={t('Cancelled because')}>
          <Masked text={order.cancellationReason} />
        </Fact>
      )}
      <Fact name={t('Ids')}>
        <Id name={t('Order')} text={order.id} />
        <Id name={toWords(order.resource.type)} text={order.resource.id} />
        <Id name={t('Correlation')} text={order.correlationId} />
      </Fact>
      <Fact name={t('Elsewhere')}>
        <Link to="/orders" search={{ status: 'any', correlationId: order.correlationId }}>
          {t('Same correlation id')}
        </Link>
        <TraceLink order={order} />
      </Fact>
    </Facts>
  );
}

/** An id is for machines: it is copied, and read on demand. */
const Id = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <span className={styles.id} title={text}>
    {name} <Copy text={text} what={t('the id of the {name}', { name: name.toLowerCase() })} />
  </span>
);

/** What a script would send for the same order, and what its client has sent. */
function Request({ order }: { readonly order: Order }) {
  const curl = `curl "$LINEWORK_URL/orders/${order.id}" \\\n  -H "X-API-Key: $LINEWORK_API_KEY"`;
  return (
    <>
      <details className={styles.details}>
        <summary>{t('Input and metadata')}</summary>
        <pre className={styles.code}>{JSON.stringify({ input: order.input, metadata: order.metadata }, null, 2)}</pre>
      </details>
      <details className={styles.details}>
        <summary>{t('From a script')}</summary>
        <pre className={styles.code}>{curl}</pre>
        <Copy text={curl} what={t('the command')} />
      </details>
    </>
  );
}

/** The way to the traces or logs of the order in another system, if the installation has one. */
function TraceLink({ order }: { readonly order: Order }) {
  const traceUrl = useSession().data?.traceUrl;
  if (traceUrl === undefined) return null;
  return (
    <a className={styles.trace} href={fillTraceUrl(traceUrl, order)} target="_blank" rel="noreferrer">
      {t('Trace')} <ExternalLink size={12} aria-hidden />
    </a>
  );
}
