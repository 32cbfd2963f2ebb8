import type { Invoice, ListedInvoice, Page as ListPage, Payment, Subscription, TaxReceipt } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { hasScope, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { HolderLink } from '../records/holder-link.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { Part, usePart } from '../records/part.tsx';
import { RecordHistory } from '../records/record-history.tsx';
import { RecordState } from '../records/record-state.tsx';
import styles from '../records/records.module.css';
import { useOfferVersions } from '../records/use-products.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { fromCents, sumOf, toCents } from '../ui/text/cents.ts';
import { dayText, moneyText } from '../ui/text/day-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { compareInvoices, daysText, findOrigin } from './explain-invoice.ts';
import { InvoiceActions } from './invoice-actions.tsx';

const route = getRouteApi('/invoices/$invoiceId');
const parent = { to: '/invoices', name: t('Invoices') } as const;
const limit = 50;

/** One invoice: why it is this amount, what was paid of it, its receipts and what happened to it. */
export function InvoicePage() {
  const { invoiceId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['invoice', invoiceId],
    queryFn: async ({ signal }): Promise<Invoice> => await linework.invoices.get(invoiceId, { signal }),
  });
  if (data === undefined) return <RecordState what={t('Invoice')} parent={parent} error={error} onRetry={refetch} />;
  return (
    <Page
      scrolls
      title={moneyText(data.totalAmount)}
      name={t('Invoice of {amount}', { amount: moneyText(data.totalAmount) })}
      parent={parent}
      beside={<StatusBadge kind="invoice" status={data.status} />}
      actions={<InvoiceActions key={invoiceId} invoice={data} />}
    >
      <InvoiceParts invoice={data} />
    </Page>
  );
}

interface OfInvoice {
  readonly invoice: Invoice;
}

function InvoiceParts({ invoice }: OfInvoice) {
  const { id, updatedAt } = invoice;
  const session = useSession().data;
  const mayReadPayments = hasScope(session, 'payments:read');
  const mayReadReceipts = hasScope(session, 'tax-receipts:read');
  const payments = usePart<Payment>(
    ['invoice', id, 'payments', updatedAt],
    (options) => linework.payments.list({ invoiceId: [id], limit }, options),
    mayReadPayments,
  );
  const receipts = usePart<TaxReceipt>(
    ['invoice', id, 'receipts', updatedAt],
    (options) => linework.taxReceipts.list({ invoiceId: [id], limit }, options),
    mayReadReceipts,
  );
  return (
    <>
      <InvoiceFacts invoice={invoice} payments={payments.data?.items ?? []} />
      <Why invoice={invoice} />
      <div className={styles.columns}>
        <div>
          {mayReadPayments && (
            <Part
              title={t('Payments')}
              list={payments}
              columns={paymentColumns}
              keyOf={({ id: payment }) => payment}
              none={t('Nobody has tried to pay it yet.')}
            />
          )}
          {mayReadReceipts && (
            <Part
              title={t('Tax receipts')}
              list={receipts}
              columns={receiptColumns}
              keyOf={({ id: receipt }) => receipt}
              none={t('It has no tax receipt.')}
            />
          )}
        </div>
        <RecordHistory
          kind="invoice"
          id={id}
          version={updatedAt}
          read={(invoiceId, query, options) => linework.invoices.events(invoiceId, query, options)}
        />
      </div>
    </>
  );
}

function InvoiceFacts({ invoice, payments }: OfInvoice & { readonly payments: readonly Payment[] }) {
  const brokerName = useBrokerName();
  const { subscriptionId, periodFrom, periodUntil, dueDate, paidAt, voidedAt } = invoice;
  const refunded = sumOf(payments.map(({ refundedAmount }) => refundedAmount));
  return (
    <Facts>
      <Fact name={t('Holder')}>
        <HolderLink holderId={invoice.customerId} />
      </Fact>
      <Fact name={t('Subscription')}>
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }}>
          {t('Open the subscription')}
        </Link>
      </Fact>
      <Fact name={t('Period')}>
        {t('{from} – {until}, cycle {cycle}', {
          from: dayText(periodFrom),
          until: dayText(periodUntil),
          cycle: invoice.cycle,
        })}
      </Fact>
      <Fact name={t('Due')}>{dueDate === undefined ? t('ten days after its approval') : dayText(dueDate)}</Fact>
      {paidAt !== undefined && (
        <Fact name={t('Paid')}>
          <Time at={paidAt} />
        </Fact>
      )}
      {toCents(refunded) > 0 && <Fact name={t('Refunded')}>{moneyText(refunded)}</Fact>}
      {voidedAt !== undefined && (
        <Fact name={t('Voided')}>
          <Time at={voidedAt} />
        </Fact>
      )}
      <Fact name={t('Broker')}>{brokerName(invoice.brokerId)}</Fact>
      <IdFact name={t('Invoice')} id={invoice.id} />
    </Facts>
  );
}

/** The invoice of the cycle before, with its lines. A void one is not compared. */
function useInvoiceBefore({ id, subscriptionId, cycle, periodFrom }: Invoice) {
  return useQuery({
    queryKey: ['invoice', id, 'before'],
    queryFn: async ({ signal }): Promise<Invoice | null> => {
      const { items }: ListPage<ListedInvoice> = await linework.invoices.list(
        { subscriptionId: [subscriptionId], periodTo: periodFrom, limit: 100 },
        { signal },
      );
      const before = items
        .filter((one) => one.cycle < cycle && one.status !== 'VOID')
        .toSorted((one, other) => other.cycle - one.cycle)[0];
      return before === undefined ? null : await linework.invoices.get(before.id, { signal });
    },
  });
}

/** Why is it this amount? Each line with the days, the price and the version that made it, and what is different. */
function Why({ invoice }: OfInvoice) {
  const before = useInvoiceBefore(invoice);
  const subscription = useQuery({
    queryKey: ['subscription', invoice.subscriptionId],
    queryFn: async ({ signal }): Promise<Subscription> =>
      await linework.subscriptions.get(invoice.subscriptionId, { signal }),
  });
  const versions = useOfferVersions(subscription.data?.products.map(({ offerVersionId }) => offerVersionId) ?? []);
  const rows = invoice.lines.map((line, index) => ({
    ...line,
    index,
    origin: findOrigin(line, subscription.data, versions),
  }));
  const columns: readonly TableColumn<(typeof rows)[number]>[] = [
    { name: t('Line [of an invoice]'), cell: ({ description }) => description },
    { name: t('Kind'), isWide: true, cell: ({ kind }) => toWords(kind) },
    { name: t('Days'), cell: (line) => daysText(line, invoice) },
    {
      name: t('Price'),
      isWide: true,
      cell: ({ origin }) =>
        origin?.offerId === undefined ? (
          '–'
        ) : (
          <Link to="/offers/$offerId" params={{ offerId: origin.offerId }}>
            {origin.text}
          </Link>
        ),
    },
    { name: t('Amount'), kind: 'number', cell: ({ amount }) => moneyText(amount) },
  ];
  return (
    <Section title={t('Why is it {amount}?', { amount: moneyText(invoice.totalAmount) })}>
      <Table label={t('Lines of the invoice')} rows={rows} keyOf={({ index }) => index} columns={columns} />
      <p className={styles.hint}>
        {rows.length === 1
          ? t('The one line is the amount.')
          : t('The {lines} lines add up to the amount.', { lines: rows.length })}{' '}
        {before.data === null && t('It is the first invoice of the subscription.')}
        {before.data && (
          <>
            {compareInvoices(invoice, before.data)}{' '}
            <Link to="/invoices/$invoiceId" params={{ invoiceId: before.data.id }}>
              {t('Open the one before')}
            </Link>
          </>
        )}
      </p>
    </Section>
  );
}

const paymentColumns: readonly TableColumn<Payment>[] = [
  {
    name: t('Payment'),
    cell: ({ id, paymentMethodType }) => (
      <Link to="/payments/$paymentId" params={{ paymentId: id }}>
        {toWords(paymentMethodType)}
      </Link>
    ),
  },
  {
    name: t('Status'),
    cell: ({ status, reason }) => (
      <span title={reason && toWords(reason)}>
        <StatusBadge kind="payment" status={status} />
      </span>
    ),
  },
  { name: t('Amount'), kind: 'number', cell: ({ amount }) => moneyText(amount) },
  {
    name: t('Kept'),
    kind: 'number',
    isWide: true,
    cell: ({ status, amount, refundedAmount }) =>
      status === 'CONFIRMED' ? moneyText(fromCents(toCents(amount) - toCents(refundedAmount))) : '–',
  },
  { name: t('When'), kind: 'time', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const receiptColumns: readonly TableColumn<TaxReceipt>[] = [
  {
    name: t('Receipt'),
    cell: ({ id, number, documentModel }) => (
      <Link to="/tax-receipts/$taxReceiptId" params={{ taxReceiptId: id }}>
        {number === undefined
          ? t('Model {model}, no number', { model: documentModel })
          : t('No. {number}', { number: String(number) })}
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="tax-receipt" status={status} /> },
  { name: t('Amount'), kind: 'number', cell: ({ totalAmount }) => moneyText(totalAmount) },
  {
    name: t('Issued'),
    kind: 'time',
    cell: ({ issuedAt }) => (issuedAt === undefined ? '–' : <Time at={issuedAt} />),
  },
];
