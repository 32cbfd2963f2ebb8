import type { Payment, Refund } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { HolderLink } from '../records/holder-link.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { Part, usePart } from '../records/part.tsx';
import { RecordHistory } from '../records/record-history.tsx';
import { RecordState } from '../records/record-state.tsx';
import styles from '../records/records.module.css';
import { ActionButton } from '../ui/action-button.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { ReasonField, TextField } from '../ui/form/form.tsx';
import { amountText, readAmount } from '../ui/form/read-decimal.ts';
import { Page } from '../ui/page.tsx';
import { Note } from '../ui/state.tsx';
import type { TableColumn } from '../ui/table.tsx';
import { fromCents, toCents } from '../ui/text/cents.ts';
import { moneyText } from '../ui/text/day-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/payments/$paymentId');
const parent = { to: '/payments', name: t('Payments') } as const;
const changes = ['payment', 'payments', 'refund', 'refunds', 'invoice', 'invoices', 'holder'];

/** One attempt to pay an invoice, and what was given back of it. */
export function PaymentPage() {
  const { paymentId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', paymentId],
    queryFn: async ({ signal }): Promise<Payment> => await linework.payments.get(paymentId, { signal }),
  });
  if (data === undefined) return <RecordState what={t('Payment')} parent={parent} error={error} onRetry={refetch} />;
  const { status, amount, reason } = data;
  return (
    <Page
      scrolls
      title={moneyText(amount)}
      name={t('Payment of {amount}', { amount: moneyText(amount) })}
      parent={parent}
      beside={<StatusBadge kind="payment" status={status} />}
      actions={<PaymentActions key={paymentId} payment={data} />}
    >
      {reason !== undefined && (
        <Note danger={status === 'FAILED' || status === 'CHARGED_BACK'}>
          <span title={reason}>{toWords(reason)}</span>
        </Note>
      )}
      <PaymentFacts payment={data} />
      <div className={styles.columns}>
        <Refunds payment={data} />
        <RecordHistory
          kind="payment"
          id={paymentId}
          version={data.updatedAt}
          read={(id, query, options) => linework.payments.events(id, query, options)}
        />
      </div>
    </Page>
  );
}

interface OfPayment {
  readonly payment: Payment;
}

function PaymentFacts({ payment }: OfPayment) {
  const brokerName = useBrokerName();
  const { invoiceId, paymentMethodType, authorizedAt, confirmedAt, cancelRequestedAt, endedAt, refundedAmount } =
    payment;
  const times = [
    [t('Authorised'), authorizedAt],
    [t('Confirmed'), confirmedAt],
    [t('Cancel requested'), cancelRequestedAt],
    [t('Ended'), endedAt],
  ] as const;
  return (
    <Facts>
      <Fact name={t('Invoice')}>
        <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
          {t('Open the invoice')}
        </Link>
      </Fact>
      <Fact name={t('Holder')}>
        <HolderLink holderId={payment.customerId} />
      </Fact>
      <Fact name={t('Method')}>{toWords(paymentMethodType)}</Fact>
      {toCents(refundedAmount) > 0 && <Fact name={t('Refunded')}>{moneyText(refundedAmount)}</Fact>}
      {times.map(
        ([name, at]) =>
          at !== undefined && (
            <Fact key={name} name={name}>
              <Time at={at} />
            </Fact>
          ),
      )}
      <Fact name={t('Broker')}>{brokerName(payment.brokerId)}</Fact>
      <Fact name={t('Begun')}>
        <Time at={payment.createdAt} />
      </Fact>
      <IdFact name={t('Payment')} id={payment.id} />
    </Facts>
  );
}

function PaymentActions({ payment: { id, status, amount, refundedAmount } }: OfPayment) {
  const canWrite = mayDo(useSession().data, 'payments:write', 'administrator');
  if (status === 'PENDING' || status === 'AUTHORIZED') {
    return (
      <ActionButton
        draft={`payment.cancel.${id}`}
        name={t('Cancel')}
        title={t('Cancel the payment of {amount}', { amount: moneyText(amount) })}
        kind="danger"
        disabled={!canWrite}
        send={(_, options) => linework.payments.cancel(id, options)}
        changes={changes}
      >
        <p>
          {t('The provider is asked to cancel it. If it has settled the payment by then, the payment is confirmed.')}
        </p>
      </ActionButton>
    );
  }
  if (status !== 'CONFIRMED') return null;
  const left = fromCents(toCents(amount) - toCents(refundedAmount));
  return (
    <ActionButton
      draft={`payment.refund.${id}`}
      name={t('Refund')}
      title={t('Refund a payment of {amount}', { amount: moneyText(amount) })}
      kind="danger"
      disabled={!canWrite}
      initial={{ amount: amountText(left), reason: '' }}
      required={['amount', 'reason']}
      codes={{ 'refund-exceeds-payment': 'amount' }}
      send={async (values, options) =>
        await linework.payments.createRefund(
          id,
          { amount: readAmount('amount', values.amount), metadata: { reason: values.reason.trim() } },
          options,
        )
      }
      changes={changes}
    >
      <p>{t('The provider gives the money back. The invoice stays paid, and its tax receipts stay valid.')}</p>
      <TextField
        name="amount"
        label={t('Amount')}
        inputMode="decimal"
        isFirst
        hint={t('At most {amount}, which is all that was not refunded.', { amount: moneyText(left) })}
      />
      <ReasonField hint={t('Is kept with the refund.')} isFirst={false} />
    </ActionButton>
  );
}

function Refunds({ payment: { id, updatedAt } }: OfPayment) {
  const list = usePart<Refund>(['payment', id, 'refunds', updatedAt], (options) =>
    linework.refunds.list({ paymentId: [id], limit: 50 }, options),
  );
  return (
    <Part
      title={t('Refunds')}
      list={list}
      columns={refundColumns}
      keyOf={({ id: refund }) => refund}
      none={t('Nothing of it was given back.')}
    />
  );
}

const refundColumns: readonly TableColumn<Refund>[] = [
  {
    name: t('Amount'),
    cell: ({ id, amount }) => (
      <Link to="/refunds/$refundId" params={{ refundId: id }}>
        {moneyText(amount)}
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="refund" status={status} /> },
  {
    name: t('Why'),
    isWide: true,
    cell: ({ metadata, reason }) => <span title={reason && toWords(reason)}>{reasonOf(metadata)}</span>,
  },
  { name: t('When'), kind: 'time', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Why a person gave money back, where it was kept. */
const reasonOf = (metadata: Readonly<Record<string, unknown>>): string =>
  typeof metadata['reason'] === 'string' ? metadata['reason'] : '–';

const refundRoute = getRouteApi('/refunds/$refundId');
const refunds = { to: '/refunds', name: t('Refunds') } as const;

/** Money that goes back to a holder. */
export function RefundPage() {
  const { refundId } = refundRoute.useParams();
  const brokerName = useBrokerName();
  const { data, error, refetch } = useQuery({
    queryKey: ['refund', refundId],
    queryFn: async ({ signal }): Promise<Refund> => await linework.refunds.get(refundId, { signal }),
  });
  if (data === undefined)
    return <RecordState what={toWords('refund')} parent={refunds} error={error} onRetry={refetch} />;
  const { status, amount, reason, paymentId, endedAt } = data;
  return (
    <Page
      scrolls
      title={moneyText(amount)}
      name={t('Refund of {amount}', { amount: moneyText(amount) })}
      parent={refunds}
      beside={<StatusBadge kind="refund" status={status} />}
    >
      {reason !== undefined && (
        <Note danger={status === 'FAILED'}>
          <span title={reason}>{toWords(reason)}</span>
        </Note>
      )}
      <Facts>
        <Fact name={t('Payment')}>
          <Link to="/payments/$paymentId" params={{ paymentId }}>
            {t('Open the payment')}
          </Link>
        </Fact>
        <Fact name={t('Why')}>{reasonOf(data.metadata)}</Fact>
        <Fact name={t('Broker')}>{brokerName(data.brokerId)}</Fact>
        <Fact name={t('Requested')}>
          <Time at={data.createdAt} />
        </Fact>
        {endedAt !== undefined && (
          <Fact name={t('Ended')}>
            <Time at={endedAt} />
          </Fact>
        )}
        <IdFact name={toWords('refund')} id={refundId} />
      </Facts>
      <RecordHistory
        kind="refund"
        id={refundId}
        version={data.updatedAt}
        read={(id, query, options) => linework.refunds.events(id, query, options)}
      />
    </Page>
  );
}
