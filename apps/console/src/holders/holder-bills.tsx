import type { ListedInvoice, Payment } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { Part } from '../records/part.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { TableColumn } from '../ui/table.tsx';
import { dayText, moneyText } from '../ui/text/day-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { useChoose } from './holder-actions.tsx';
import { limit, type OfHolder, useList } from './use-list.ts';

/** What is still to be paid, above everything else: it is why most people call. */
export function Unpaid({ holderId }: OfHolder) {
  const list = useList<ListedInvoice>(holderId, 'unpaid', (signal) =>
    linework.invoices.list({ customerId: [holderId], status: ['OPEN', 'OVERDUE'], limit }, { signal }),
  );
  const choose = useChoose(holderId);
  const mayPay = mayDo(useSession().data, 'payments:write', 'administrator');
  const columns: readonly TableColumn<ListedInvoice>[] = [
    ...invoiceColumns,
    ...(mayPay
      ? ([
          {
            name: t('Action'),
            kind: 'action',
            cell: ({ id }: ListedInvoice) => <Button onClick={() => choose(`charge.${id}`)}>{t('Charge …')}</Button>,
          },
        ] as const)
      : []),
  ];
  if (list.data?.items.length === 0) return null;
  return <Part title={t('To be paid')} list={list} columns={columns} keyOf={({ id }) => id} none="" />;
}

export function Invoices({ holderId }: OfHolder) {
  const list = useList<ListedInvoice>(holderId, 'invoices', (signal) =>
    linework.invoices.list({ customerId: [holderId], limit }, { signal }),
  );
  return (
    <Part
      title={t('Bills')}
      list={list}
      columns={invoiceColumns}
      keyOf={({ id }) => id}
      none={t('No bill was made yet.')}
      all={
        <Link to="/invoices" search={{ customerId: holderId }}>
          {t('All')}
        </Link>
      }
    />
  );
}

const invoiceColumns: readonly TableColumn<ListedInvoice>[] = [
  {
    name: t('Period'),
    cell: ({ id, periodFrom }) => (
      <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
        {t('from {day}', { day: dayText(periodFrom) })}
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="invoice" status={status} /> },
  { name: t('Due'), isWide: true, cell: ({ dueDate }) => (dueDate === undefined ? '–' : dayText(dueDate)) },
  { name: t('Amount'), kind: 'number', cell: ({ totalAmount }) => moneyText(totalAmount) },
];

export function Payments({ holderId }: OfHolder) {
  const list = useList<Payment>(holderId, 'payments', (signal) =>
    linework.payments.list({ customerId: [holderId], limit }, { signal }),
  );
  return (
    <Part
      title={t('Payments')}
      list={list}
      columns={paymentColumns}
      keyOf={({ id }) => id}
      none={t('Nothing was paid.')}
      all={
        <Link to="/payments" search={{ customerId: holderId }}>
          {t('All')}
        </Link>
      }
    />
  );
}

const paymentColumns: readonly TableColumn<Payment>[] = [
  {
    name: t('Method'),
    cell: ({ id, paymentMethodType, reason }) => (
      <Link to="/payments/$paymentId" params={{ paymentId: id }} title={reason && toWords(reason)}>
        {toWords(paymentMethodType)}
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="payment" status={status} /> },
  { name: t('Amount'), kind: 'number', cell: ({ amount }) => moneyText(amount) },
  { name: t('When'), kind: 'time', cell: ({ createdAt }) => <Time at={createdAt} /> },
];
