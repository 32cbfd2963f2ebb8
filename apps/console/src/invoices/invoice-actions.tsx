import type { Invoice, Supplier } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { SelectField } from '../ui/form/form.tsx';
import { dayText, moneyText } from '../ui/text/day-text.ts';

const changes = ['invoice', 'invoices', 'payments', 'tax-receipts', 'holder', 'subscription'];

/** What can be done with an invoice now. The server has the same rules, and says why it refuses. */
export function InvoiceActions({ invoice }: { readonly invoice: Invoice }) {
  const session = useSession().data;
  const navigate = useNavigate();
  const { id, status, totalAmount, periodFrom } = invoice;
  const amount = moneyText(totalAmount);
  const [canWrite, canPay, canIssue] = [
    mayDo(session, 'subscriptions:write', 'administrator'),
    mayDo(session, 'payments:write', 'administrator'),
    mayDo(session, 'tax-receipts:write', 'administrator'),
  ];
  const record = {
    queryKey: ['invoice', id, 'version'],
    read: (signal: AbortSignal) => readWithEtag(linework.invoices.get(id, { signal })),
  };
  const isOwed = status === 'OPEN' || status === 'OVERDUE';
  return (
    <>
      {status === 'DRAFT' && (
        <ActionButton
          draft={`invoice.approve.${id}`}
          name={t('Approve')}
          title={t('Approve the invoice of {amount}', { amount })}
          disabled={!canWrite}
          record={record}
          send={(_, options) => linework.invoices.approve(id, options)}
          changes={changes}
        >
          <p>
            {t('It becomes open, and is due ten days from today. The holder owes {amount} from then on.', { amount })}
          </p>
        </ActionButton>
      )}
      {isOwed && (
        <ActionButton
          draft={`invoice.pay.${id}`}
          name={t('Pay')}
          title={t('Charge {amount}', { amount })}
          disabled={!canPay}
          record={record}
          send={(_, options) => linework.invoices.pay(id, {}, options)}
          changes={changes}
        >
          <p>{t('The default payment method of the holder is charged now. The provider answers in the background.')}</p>
        </ActionButton>
      )}
      {(isOwed || status === 'PAID') && <DraftReceipt invoice={invoice} canIssue={canIssue} />}
      {(isOwed || status === 'DRAFT') && (
        <ActionButton
          draft={`invoice.void.${id}`}
          name={t('Void')}
          title={t('Void the invoice of {amount}', { amount })}
          kind="danger"
          disabled={!canWrite}
          record={record}
          send={(_, options) => linework.invoices.void(id, options)}
          changes={changes}
        >
          <p>
            {t('Nobody owes {amount} any more, and the cycle from {day} is not invoiced again by itself.', {
              amount,
              day: dayText(periodFrom),
            })}{' '}
            {t('A payment under way or a receipt that is not cancelled stops it.')}
          </p>
        </ActionButton>
      )}
      {status === 'VOID' && (
        <ActionButton
          draft={`invoice.reissue.${id}`}
          name={t('Reissue')}
          title={t('Reissue the invoice of {amount}', { amount })}
          disabled={!canWrite}
          send={async (_, options) => {
            const { id: invoiceId } = await linework.invoices.reissue(id, options);
            await navigate({ to: '/invoices/$invoiceId', params: { invoiceId } });
          }}
          changes={changes}
        >
          <p>{t('A new invoice with the same lines takes its place. A cycle has one valid invoice at a time.')}</p>
        </ActionButton>
      )}
    </>
  );
}

interface DraftReceiptProps {
  readonly invoice: Invoice;
  readonly canIssue: boolean;
}

function DraftReceipt({ invoice: { id, brokerId, totalAmount }, canIssue }: DraftReceiptProps) {
  const navigate = useNavigate();
  return (
    <ActionButton
      draft={`invoice.receipt.${id}`}
      name={t('Draft a receipt')}
      title={t('Draft a tax receipt of {amount}', { amount: moneyText(totalAmount) })}
      disabled={!canIssue}
      initial={{ supplierId: '' }}
      required={['supplierId']}
      send={async ({ supplierId }, options) => {
        const receipt = await linework.taxReceipts.create(
          { invoiceId: id, documentModel: '62', ...(supplierId !== '' && { supplierId }) },
          options,
        );
        await navigate({ to: '/tax-receipts/$taxReceiptId', params: { taxReceiptId: receipt.id } });
      }}
      changes={changes}
    >
      <p>{t('Its content is fixed now. It has no number and is not sent before somebody issues it.')}</p>
      <SupplierField brokerId={brokerId} />
    </ActionButton>
  );
}

/** The company that issues, where the broker has several. */
function SupplierField({ brokerId }: { readonly brokerId: string }) {
  const { data } = useQuery({
    queryKey: ['suppliers', brokerId],
    queryFn: async ({ signal }): Promise<readonly Supplier[]> =>
      (await linework.suppliers.list({ brokerId: [brokerId], limit: 100 }, { signal })).items,
  });
  if (data === undefined || data.length < 2) return null;
  return (
    <SelectField
      name="supplierId"
      label={t('Company that issues it')}
      none={t('Choose one')}
      options={data.map(({ id, name }) => [id, name])}
    />
  );
}
