import type { Event, ListedInvoice, Page as ListPage, Subscription, SubscriptionLine } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { History } from '../records/history.tsx';
import { HolderLink } from '../records/holder-link.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { RecordState } from '../records/record-state.tsx';
import styles from '../records/records.module.css';
import { useProductNames } from '../records/use-products.ts';
import { Actions } from '../ui/actions.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Masked } from '../ui/masked.tsx';
import { Page, Section } from '../ui/page.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { dayText, moneyText } from '../ui/text/day-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { ProductsForm } from './products-form.tsx';

const route = getRouteApi('/subscriptions/$subscriptionId');
const parent = { to: '/subscriptions', name: t('Subscriptions') } as const;

/** What a holder uses of an offer: its products, its lines, its bills and what happened to it. */
export function SubscriptionPage() {
  const { subscriptionId } = route.useParams();
  const subscription = useQuery({
    queryKey: ['subscription', subscriptionId],
    queryFn: async ({ signal }): Promise<Subscription> => await linework.subscriptions.get(subscriptionId, { signal }),
  });
  const search = route.useSearch();
  const { data } = subscription;
  const names = useProductNames(data === undefined ? [] : [data]);
  if (data === undefined) {
    return (
      <RecordState what={t('Subscription')} parent={parent} error={subscription.error} onRetry={subscription.refetch} />
    );
  }
  const title = names(data) || t('No product');
  return (
    <Page
      scrolls
      title={title}
      name={title}
      parent={parent}
      beside={<StatusBadge kind="subscription" status={data.status} />}
      actions={<SubscriptionActions key={subscriptionId} subscription={data} chosen={search.do} />}
    >
      <SubscriptionFacts subscription={data} />
      <div className={styles.columns}>
        <div>
          <Lines subscription={data} />
          <Invoices subscription={data} />
        </div>
        <Events subscription={data} />
      </div>
    </Page>
  );
}

function SubscriptionActions({
  subscription,
  chosen,
}: {
  readonly subscription: Subscription;
  readonly chosen: string | undefined;
}) {
  const navigate = useNavigate();
  const choose = (action: string | undefined) =>
    void navigate({
      to: '/subscriptions/$subscriptionId',
      params: { subscriptionId: subscription.id },
      search: { do: action },
      replace: action === undefined,
    });
  const mayChange = mayDo(useSession().data, 'subscriptions:write', 'administrator');
  const isOffered = ['DRAFT', 'ACTIVE'].includes(subscription.status);
  const form = () => <ProductsForm subscription={subscription} onSent={() => choose(undefined)} />;
  return (
    <Actions
      actions={[
        {
          key: 'products',
          name: t('Change products'),
          title: t('Change the products'),
          icon: Repeat,
          isMain: true,
          isAllowed: mayChange,
          isOffered,
          form,
        },
      ]}
      chosen={chosen}
      onChoose={choose}
    />
  );
}

function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const { billingCycle, nextBillingDate, activatedAt, endDate, scheduledPauseAt, scheduledCancelAt } = subscription;
  const times = [
    [t('Active since'), activatedAt],
    [t('Pause planned'), scheduledPauseAt],
    [t('Cancel planned'), scheduledCancelAt],
    [t('End'), endDate],
  ] as const;
  return (
    <Facts>
      <Fact name={t('Holder')}>
        <HolderLink holderId={subscription.customerId} />
      </Fact>
      <Fact name={t('Cycle')}>
        {toWords(billingCycle.frequency)}, {toPhrase(billingCycle.billingType)}
      </Fact>
      {nextBillingDate !== undefined && <Fact name={t('Next bill')}>{dayText(nextBillingDate)}</Fact>}
      <Fact name={t('Bills')}>
        {subscription.invoiceApprovalRequired ? t('are approved by hand') : t('open by themselves')}
      </Fact>
      {times.map(
        ([name, at]) =>
          at !== undefined && (
            <Fact key={name} name={name}>
              <Time at={at} />
            </Fact>
          ),
      )}
      {subscription.externalCode !== undefined && (
        <Fact name={t('External code')}>
          <Masked text={subscription.externalCode} />
        </Fact>
      )}
      <IdFact name={t('Subscription')} id={subscription.id} />
    </Facts>
  );
}

interface OfSubscription {
  readonly subscription: Subscription;
}

const limit = 50;

function Lines({ subscription: { id, updatedAt } }: OfSubscription) {
  const list = useQuery({
    queryKey: ['subscription', id, 'lines', updatedAt],
    queryFn: async ({ signal }): Promise<ListPage<SubscriptionLine>> =>
      await linework.subscriptions.lines(id, { limit }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section title={t('Lines')}>
      {list.isError && <SmallFailure error={list.error} onRetry={list.refetch} />}
      {list.data?.items.length === 0 && <p className={styles.muted}>{t('It has no line.')}</p>}
      {list.data !== undefined && list.data.items.length > 0 && (
        <Table
          label={t('Lines')}
          rows={list.data.items}
          keyOf={({ id: membership }) => membership}
          columns={lineColumns}
        />
      )}
    </Section>
  );
}

const lineColumns: readonly TableColumn<SubscriptionLine>[] = [
  {
    name: t('Number'),
    cell: ({ lineId, msisdn }) => (
      <Link to="/lines/$lineId" params={{ lineId }}>
        <Masked text={msisdn} />
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="line" status={status} /> },
  { name: t('Joined'), kind: 'time', cell: ({ joinedAt }) => <Time at={joinedAt} /> },
  {
    name: t('Left'),
    kind: 'time',
    isWide: true,
    cell: ({ endedAt }) => (endedAt === undefined ? '–' : <Time at={endedAt} />),
  },
];

function Invoices({ subscription: { id, updatedAt } }: OfSubscription) {
  const list = useQuery({
    queryKey: ['subscription', id, 'invoices', updatedAt],
    queryFn: async ({ signal }): Promise<ListPage<ListedInvoice>> =>
      await linework.invoices.list({ subscriptionId: [id], limit }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section title={t('Bills')}>
      {list.isError && <SmallFailure error={list.error} onRetry={list.refetch} />}
      {list.data?.items.length === 0 && <p className={styles.muted}>{t('No bill was made yet.')}</p>}
      {list.data !== undefined && list.data.items.length > 0 && (
        <Table
          label={t('Bills')}
          rows={list.data.items}
          keyOf={({ id: invoice }) => invoice}
          columns={invoiceColumns}
        />
      )}
    </Section>
  );
}

const invoiceColumns: readonly TableColumn<ListedInvoice>[] = [
  {
    name: t('Cycle'),
    cell: ({ id, cycle, periodFrom }) => (
      <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
        {t('{cycle}, from {day}', { cycle, day: dayText(periodFrom) })}
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="invoice" status={status} /> },
  { name: t('Due'), isWide: true, cell: ({ dueDate }) => (dueDate === undefined ? '–' : dayText(dueDate)) },
  { name: t('Amount'), kind: 'number', cell: ({ totalAmount }) => moneyText(totalAmount) },
];

function Events({ subscription: { id, updatedAt } }: OfSubscription) {
  const events = useQuery({
    queryKey: ['subscription', id, 'events', updatedAt],
    queryFn: async ({ signal }): Promise<ListPage<Event>> =>
      await linework.subscriptions.events(id, { limit: 100 }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section title={t('History')}>
      {events.isError && <SmallFailure error={events.error} onRetry={events.refetch} />}
      {events.data !== undefined && <History events={events.data.items} total={events.data.meta.total} />}
    </Section>
  );
}
