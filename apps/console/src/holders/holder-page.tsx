import type { Holder, Line, Page as ListPage, Order, PortIn, Subscription } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { hasScope, mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { IdFact } from '../records/id-fact.tsx';
import { OrderProgress } from '../records/order-progress.tsx';
import { Part } from '../records/part.tsx';
import { RecordState } from '../records/record-state.tsx';
import styles from '../records/records.module.css';
import { useProductNames } from '../records/use-products.ts';
import { Window } from '../records/window.tsx';
import { Badge, StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Masked, maskedText } from '../ui/masked.tsx';
import { Page } from '../ui/page.tsx';
import type { TableColumn } from '../ui/table.tsx';
import { dayText } from '../ui/text/day-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { UnmaskButton } from '../unmask/unmask-button.tsx';
import { useClear } from '../unmask/use-clear.ts';
import { HolderActions, HolderDialog, LineBalance, LineButtons, useChoose } from './holder-actions.tsx';
import { Invoices, Payments, Unpaid } from './holder-bills.tsx';
import { limit, type OfHolder, useList } from './use-list.ts';

const route = getRouteApi('/holders/$holderId');
const parent = { to: '/holders', name: t('Holders') } as const;

/** All of a person or a company on one page: lines, what they pay for, bills, payments, ports and the last orders. */
export function HolderPage() {
  const { holderId } = route.useParams();
  const holder = useQuery({
    queryKey: ['holder', holderId],
    queryFn: async ({ signal }): Promise<Holder> => await linework.holders.get(holderId, { signal }),
  });
  const search = route.useSearch();
  const session = useSession().data;
  const clear = useClear<Holder>('holder', holderId, holder.data?.updatedAt);
  if (holder.data === undefined)
    return <RecordState what={t('Holder')} parent={parent} error={holder.error} onRetry={holder.refetch} />;
  const { anonymisedAt } = holder.data;
  const shown = clear ?? holder.data;
  return (
    <Page
      scrolls
      title={<Masked text={shown.name} />}
      name={t('Holder {name}', { name: maskedText(holder.data.name) })}
      parent={parent}
      beside={anonymisedAt !== undefined && <Badge tone="quiet">{t('Anonymised')}</Badge>}
      actions={
        <>
          <HolderActions key={holderId} holder={holder.data} chosen={search.do} />
          {clear === undefined && <UnmaskButton resource="holder" id={holderId} />}
        </>
      }
    >
      {search.order !== undefined && <OrderProgress orderId={search.order} />}
      <HolderFacts holder={shown} />
      <Unpaid holderId={holderId} />
      <Lines holderId={holderId} />
      <div className={styles.columns}>
        <div>
          <Subscriptions holderId={holderId} />
          <Invoices holderId={holderId} />
        </div>
        <div>
          {hasScope(session, 'payments:read') && <Payments holderId={holderId} />}
          {hasScope(session, 'portability:read') && <PortIns holderId={holderId} />}
        </div>
      </div>
      <HolderDialog holderId={holderId} chosen={search.do} />
    </Page>
  );
}

function HolderFacts({ holder }: { readonly holder: Holder }) {
  const brokerName = useBrokerName();
  const { federalTaxId, email, phone, address, externalCode } = holder;
  const personal = [
    [t('CPF or CNPJ'), federalTaxId],
    ['E-mail', email],
    [t('Phone'), phone],
    [t('Place'), address && `${address.city}, ${address.state}`],
    [t('External code'), externalCode],
  ] as const;
  return (
    <Facts>
      {personal.map(
        ([name, text]) =>
          text !== undefined && (
            <Fact key={name} name={name}>
              <Masked text={text} />
            </Fact>
          ),
      )}
      <Fact name={t('Broker')}>{brokerName(holder.brokerId)}</Fact>
      <Fact name={t('Holder since')}>
        <Time at={holder.createdAt} />
      </Fact>
      <IdFact name={t('Holder')} id={holder.id} />
    </Facts>
  );
}

function Lines({ holderId }: OfHolder) {
  const list = useList<Line>(holderId, 'lines', (signal) =>
    linework.lines.list({ customerId: [holderId], limit: 50 }, { signal }),
  );
  return (
    <>
      <Part
        title={t('Lines')}
        list={list}
        columns={useLineColumns(holderId, list.data?.items ?? [])}
        keyOf={({ id }) => id}
        none={t('This holder has no line.')}
        isAligned
        all={
          <Link to="/lines" search={{ customerId: holderId }}>
            {t('All')}
          </Link>
        }
      />
      {list.data !== undefined && <Orders holderId={holderId} lineIds={list.data.items.map(({ id }) => id)} />}
    </>
  );
}

function useLineColumns(holderId: string, lines: readonly Line[]): readonly TableColumn<Line>[] {
  const choose = useChoose(holderId);
  // Each is some requests: a company with many lines has the rest on their pages.
  const first = new Set(lines.slice(0, limit).map(({ id }) => id));
  return [
    ...lineColumns,
    {
      name: t('Left [an amount]'),
      isWide: true,
      cell: (line) => (first.has(line.id) ? <LineBalance line={line} /> : '…'),
    },
    subscriptionColumn,
    { name: t('Actions'), kind: 'action', cell: (line) => <LineButtons line={line} onChoose={choose} /> },
  ];
}

const lineColumns: readonly TableColumn<Line>[] = [
  {
    name: t('Number'),
    cell: ({ id, msisdn }) => (
      <Link to="/lines/$lineId" params={{ lineId: id }}>
        <Masked text={msisdn} />
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="line" status={status} /> },
];

const subscriptionColumn: TableColumn<Line> = {
  name: t('Subscription'),
  isWide: true,
  cell: ({ subscriptionId }) =>
    subscriptionId === undefined ? (
      <span className={styles.muted}>{t('none [subscription]')}</span>
    ) : (
      <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }}>
        {t('Open [a record]')}
      </Link>
    ),
};

function Orders({ holderId, lineIds }: OfHolder & { readonly lineIds: readonly string[] }) {
  const list = useQuery({
    queryKey: ['holder', holderId, 'orders', lineIds],
    queryFn: async ({ signal }): Promise<ListPage<Order>> =>
      await linework.orders.list({ resourceId: lineIds, limit }, { signal }),
    enabled: lineIds.length > 0,
    placeholderData: (before) => before,
  });
  if (lineIds.length === 0) return null;
  return (
    <Part
      title={t('Last orders')}
      list={list}
      columns={orderColumns}
      keyOf={({ id }) => id}
      none={t('No order was placed yet.')}
    />
  );
}

const orderColumns: readonly TableColumn<Order>[] = [
  {
    name: t('Order'),
    cell: ({ id, type }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }}>
        {toWords(type)}
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="order" status={status} /> },
  { name: t('Placed'), kind: 'time', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Subscriptions({ holderId }: OfHolder) {
  const list = useList<Subscription>(holderId, 'subscriptions', (signal) =>
    linework.subscriptions.list({ customerId: [holderId], limit }, { signal }),
  );
  const names = useProductNames(list.data?.items ?? []);
  const choose = useChoose(holderId);
  const mayChange = mayDo(useSession().data, 'subscriptions:write', 'administrator');
  const columns: readonly TableColumn<Subscription>[] = [
    {
      name: t('Products'),
      cell: (subscription) => (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: subscription.id }}>
          {names(subscription) || t('No product')}
        </Link>
      ),
    },
    { name: t('Status'), cell: ({ status }) => <StatusBadge kind="subscription" status={status} /> },
    {
      name: t('Next bill'),
      kind: 'time',
      cell: ({ nextBillingDate }) => (nextBillingDate === undefined ? '–' : dayText(nextBillingDate)),
    },
    ...(mayChange
      ? ([
          {
            name: t('Action'),
            kind: 'action',
            cell: ({ id, status }: Subscription) =>
              ['DRAFT', 'ACTIVE'].includes(status) && (
                <Button onClick={() => choose(`products.${id}`)}>{t('Change …')}</Button>
              ),
          },
        ] as const)
      : []),
  ];
  return (
    <Part
      title={t('Subscriptions')}
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      none={t('This holder has no subscription.')}
      all={
        <Link to="/subscriptions" search={{ customerId: holderId }}>
          {t('All')}
        </Link>
      }
    />
  );
}

function PortIns({ holderId }: OfHolder) {
  const list = useList<PortIn>(holderId, 'port-ins', (signal) =>
    linework.portIns.list({ customerId: [holderId], limit }, { signal }),
  );
  return (
    <Part
      title={t('Port-ins')}
      list={list}
      columns={portColumns}
      keyOf={({ id }) => id}
      none={t('No number comes from another operator.')}
      all={
        <Link to="/port-ins" search={{ customerId: holderId }}>
          {t('All')}
        </Link>
      }
    />
  );
}

const portColumns: readonly TableColumn<PortIn>[] = [
  {
    name: t('Number'),
    cell: ({ id, msisdn }) => (
      <Link to="/port-ins/$portInId" params={{ portInId: id }}>
        <Masked text={msisdn} />
      </Link>
    ),
  },
  {
    name: t('Status'),
    cell: ({ status, reasonCode }) => (
      <span title={reasonCode && toPhrase(reasonCode)}>
        <StatusBadge kind="port-in" status={status} />
      </span>
    ),
  },
  {
    name: t('Window'),
    cell: ({ windowFrom, windowUntil }) => <Window from={windowFrom} until={windowUntil} />,
  },
];
