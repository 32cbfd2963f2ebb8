import type { Supplier, TaxReceipt } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { HolderLink } from '../records/holder-link.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { RecordHistory } from '../records/record-history.tsx';
import { RecordState } from '../records/record-state.tsx';
import styles from '../records/records.module.css';
import { ActionButton } from '../ui/action-button.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { ReasonField } from '../ui/form/form.tsx';
import { Masked } from '../ui/masked.tsx';
import { Page } from '../ui/page.tsx';
import { moneyText } from '../ui/text/day-text.ts';
import { Time } from '../ui/time.tsx';
import { modelText } from './model-text.ts';
import { ReceiptDocument } from './receipt-document.tsx';

const route = getRouteApi('/tax-receipts/$taxReceiptId');
const parent = { to: '/tax-receipts', name: t('Tax receipts') } as const;
const changes = ['tax-receipt', 'tax-receipts', 'invoice'];

/** One tax receipt, its document and what happened to it. */
export function TaxReceiptPage() {
  const { taxReceiptId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['tax-receipt', taxReceiptId],
    queryFn: async ({ signal }): Promise<TaxReceipt> => await linework.taxReceipts.get(taxReceiptId, { signal }),
  });
  if (data === undefined)
    return <RecordState what={t('Tax receipt')} parent={parent} error={error} onRetry={refetch} />;
  const { number, status, totalAmount } = data;
  const title =
    number === undefined
      ? t('Draft of {amount}', { amount: moneyText(totalAmount) })
      : t('Receipt no. {number}', { number: String(number) });
  return (
    <Page
      scrolls
      title={title}
      parent={parent}
      beside={<StatusBadge kind="tax-receipt" status={status} />}
      actions={<ReceiptActions key={taxReceiptId} receipt={data} />}
    >
      <ReceiptFacts receipt={data} />
      <div className={styles.columns}>
        <ReceiptDocument key={taxReceiptId} receipt={data} />
        <RecordHistory
          kind="tax-receipt"
          id={taxReceiptId}
          version={status}
          read={(id, query, options) => linework.taxReceipts.events(id, query, options)}
        />
      </div>
    </Page>
  );
}

interface OfReceipt {
  readonly receipt: TaxReceipt;
}

function ReceiptFacts({ receipt }: OfReceipt) {
  const { id, documentModel, uf, totalAmount, issuedAt, canceledAt, createdAt, supplierId } = receipt;
  const supplier = useQuery({
    queryKey: ['supplier', supplierId],
    queryFn: async ({ signal }): Promise<Supplier> => await linework.suppliers.get(supplierId, { signal }),
  });
  const times = [
    [t('Drafted'), createdAt],
    [t('Issued'), issuedAt],
    [t('Cancelled'), canceledAt],
  ] as const;
  return (
    <Facts>
      <Fact name={t('Amount')}>{moneyText(totalAmount)}</Fact>
      <Fact name={t('Holder')}>
        <HolderLink holderId={receipt.customerId} />
      </Fact>
      <Fact name={t('Issued by')}>{supplier.data === undefined ? '…' : <Masked text={supplier.data.name} />}</Fact>
      <Fact name={t('Model')}>
        {modelText(documentModel)}, {uf}
      </Fact>
      {times.map(
        ([name, at]) =>
          at !== undefined && (
            <Fact key={name} name={name}>
              <Time at={at} />
            </Fact>
          ),
      )}
      <IdFact name={t('Tax receipt')} id={id} />
    </Facts>
  );
}

function ReceiptActions({ receipt: { id, status, totalAmount } }: OfReceipt) {
  const canWrite = mayDo(useSession().data, 'tax-receipts:write', 'administrator');
  if (status === 'CANCELED') return null;
  return (
    <>
      {status === 'DRAFT' && (
        <ActionButton
          draft={`receipt.issue.${id}`}
          name={t('Issue')}
          title={t('Issue the receipt of {amount}', { amount: moneyText(totalAmount) })}
          disabled={!canWrite}
          send={(_, options) => linework.taxReceipts.issue(id, options)}
          changes={changes}
        >
          <p>
            {t(
              'It gets the next number and is sent to the tax authority. Its rates are those of today. If one is not ' +
                'known yet, the receipt waits for it.',
            )}
          </p>
        </ActionButton>
      )}
      <ActionButton
        draft={`receipt.cancel.${id}`}
        name={status === 'DRAFT' ? t('Discard') : t('Cancel')}
        title={status === 'DRAFT' ? t('Discard the draft') : t('Cancel the receipt')}
        kind="danger"
        disabled={!canWrite}
        initial={{ reason: '' }}
        required={['reason']}
        codes={{ 'invalid-reason': 'reason' }}
        send={({ reason }, options) => linework.taxReceipts.cancel(id, { reason: reason.trim() }, options)}
        changes={changes}
      >
        <p>
          {status === 'DRAFT'
            ? t('A draft has no number, so nothing is sent. Its invoice can have another one.')
            : t('The tax authority is asked to cancel it, until 120 hours after the end of its month.')}
        </p>
        <ReasonField hint={t('At least 15 characters. The tax authority gets it.')} />
      </ActionButton>
    </>
  );
}
