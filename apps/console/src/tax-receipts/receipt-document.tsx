import type { TaxReceipt } from '@linework/sdk';
import { useMutation } from '@tanstack/react-query';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayUnmask, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Section } from '../ui/page.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Table, type TableColumn } from '../ui/table.tsx';
import { moneyText } from '../ui/text/day-text.ts';

interface ClearDocument {
  readonly pdf: string;
  readonly xml?: string;
}

/**
 * The document of a receipt. It names a person, so it is read with a reason, which the audit keeps. It is in this page
 * until the page is left.
 */
export function ReceiptDocument({ receipt: { id, number, status } }: { readonly receipt: TaxReceipt }) {
  const [isOpen, setOpen] = useState(false);
  const [document, setDocument] = useState<ClearDocument>();
  const canAct = mayUnmask(useSession().data);
  const name = `receipt-${number ?? id.slice(-8)}`;
  return (
    <Section
      title={t('Document')}
      beside={
        document === undefined ? (
          <Button
            disabled={!canAct}
            title={canAct ? undefined : t('Your role reads masked records only.')}
            onClick={() => setOpen(true)}
          >
            <Eye size={14} aria-hidden /> {t('Show in clear …')}
          </Button>
        ) : (
          <>
            <Button onClick={() => saveFile(`${name}.pdf`, toBlob(document.pdf))}>
              <Download size={14} aria-hidden /> {t('PDF')}
            </Button>
            <Button onClick={() => setDocument(undefined)}>{t('Hide')}</Button>
          </>
        )
      }
    >
      {document === undefined ? (
        <p className={styles.muted}>
          {status === 'DRAFT'
            ? t('Its PDF says that it is a draft. It has the name and the tax id of the holder.')
            : t('The document as it was issued, and its PDF. It has the name and the tax id of the holder.')}
        </p>
      ) : document.xml === undefined ? (
        <p className={styles.muted}>{t('It was not authorised, so there is a PDF only.')}</p>
      ) : (
        <Paper xml={document.xml} />
      )}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('Show this document in clear')}>
        {isOpen && (
          <DocumentForm
            id={id}
            onRead={(read) => {
              setDocument(read);
              setOpen(false);
            }}
          />
        )}
      </Dialog>
    </Section>
  );
}

const toBlob = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'application/pdf' });

function DocumentForm({ id, onRead }: { readonly id: string; readonly onRead: (read: ClearDocument) => void }) {
  const [reason, setReason] = useState('');
  const read = useMutation({
    mutationFn: () =>
      linework.request<ClearDocument>('POST', '/unmask-document', {
        body: { id, reason: reason.trim() },
        isIdempotent: false,
        maxRetries: 0,
      }),
    onSuccess: onRead,
    gcTime: 0,
  });
  return (
    <DialogForm
      onSubmit={() => read.mutate()}
      error={read.error}
      command={t('Show in clear')}
      disabled={reason.trim().length < 3 || read.isPending}
    >
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={t('The audit keeps that you read this document, and why.')}
      />
    </DialogForm>
  );
}

interface Item {
  readonly place: number;
  readonly name: string;
  readonly amount: string;
}

/** What was authorised, as the authority's schema names it. */
function readNfcom(xml: string) {
  const root = new DOMParser().parseFromString(xml, 'application/xml');
  const textOf = (parent: Element | Document | null | undefined, tag: string): string =>
    parent?.getElementsByTagName(tag)[0]?.textContent ?? '';
  const [issuer, customer, total] = ['emit', 'dest', 'total'].map((tag) => root.getElementsByTagName(tag)[0]);
  const items: readonly Item[] = [...root.getElementsByTagName('det')].map((item, place) => ({
    place,
    name: textOf(item, 'xProd'),
    amount: textOf(item, 'vProd'),
  }));
  const taxes = [
    ['ICMS', 'vICMS'],
    ['PIS', 'vPIS'],
    ['COFINS', 'vCOFINS'],
    ['FUST', 'vFUST'],
    ['FUNTTEL', 'vFUNTTEL'],
    ['CBS', 'vCBS'],
    ['IBS', 'vIBS'],
  ] as const;
  return {
    key: root.getElementsByTagName('infNFCom')[0]?.getAttribute('Id')?.replace('NFCom', '') ?? '',
    protocol: textOf(root, 'nProt'),
    issuer: { name: textOf(issuer, 'xNome'), taxId: textOf(issuer, 'CNPJ') },
    customer: { name: textOf(customer, 'xNome'), taxId: textOf(customer, 'CPF') || textOf(customer, 'CNPJ') },
    items,
    total: textOf(total, 'vNF'),
    taxes: taxes.map(([tax, tag]) => [tax, textOf(total, tag)] as const).filter(([, amount]) => Number(amount) > 0),
  };
}

const itemColumns: readonly TableColumn<Item>[] = [
  { name: t('Item'), cell: ({ name }) => name },
  { name: t('Amount'), kind: 'number', cell: ({ amount }) => moneyText(amount) },
];

/** The document, as the page shows it. */
function Paper({ xml }: { readonly xml: string }) {
  const { key, protocol, issuer, customer, items, total, taxes } = readNfcom(xml);
  return (
    <>
      <Facts>
        <Fact name={t('Issuer')}>
          {issuer.name}, {issuer.taxId}
        </Fact>
        <Fact name={t('Customer')}>
          {customer.name}, {customer.taxId}
        </Fact>
        <Fact name={t('Access key')}>
          <code>{key.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code>
        </Fact>
        {protocol !== '' && <Fact name={t('Protocol')}>{protocol}</Fact>}
      </Facts>
      <Table label={t('Items of the document')} rows={items} keyOf={({ place }) => place} columns={itemColumns} />
      <p className={styles.hint}>
        {taxes.length === 0
          ? t('Total {total}.', { total: moneyText(total) })
          : t('Total {total}, of it {taxes}.', {
              total: moneyText(total),
              taxes: taxes.map(([tax, amount]) => `${tax} ${moneyText(amount)}`).join(', '),
            })}
      </p>
    </>
  );
}
