import { badRowReason } from '@linework/schemas/inventory/import-file';
import type { ImportReport } from '@linework/sdk';
import { Download } from 'lucide-react';
import { numberText, t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import { Masked } from '../ui/masked.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Table, type TableColumn } from '../ui/table.tsx';
import { badRowsCsv } from './bad-rows-csv.ts';
import styles from './pool-import.module.css';

type BadRow = ImportReport['errors'][number];

const shownCount = 5;

/** The first bad rows of a file. All that the server has listed can be saved. */
export function BadRows({ rows, total }: { readonly rows: readonly BadRow[]; readonly total: number }) {
  if (rows.length === 0) return null;
  const save = () => saveFile('bad-rows.csv', new Blob([badRowsCsv(rows)], { type: 'text/csv' }));
  return (
    <div>
      <Table label={t('Bad rows')} rows={rows.slice(0, shownCount)} keyOf={({ line }) => line} columns={columns} />
      <div className={styles['below']}>
        <p className={styles['muted']}>{describeShown(rows.length, total)}</p>
        <Button onClick={save} title={t('With line, code and reason. Codes are masked.')}>
          <Download size={14} aria-hidden /> {t('Bad rows as CSV')}
        </Button>
      </div>
    </div>
  );
}

/** What of the bad rows is on the page, and what is in the file. */
function describeShown(listed: number, total: number): string {
  if (total <= shownCount) return '';
  const shown = t('The first {shown} of {total} bad rows.', { shown: shownCount, total });
  return listed < total ? `${shown} ${t('The CSV has the first {listed}.', { listed })}` : shown;
}

const columns: readonly TableColumn<BadRow>[] = [
  { name: t('Line'), cell: ({ line }) => numberText(line) },
  { name: t('Code'), isWide: true, cell: ({ externalCode }) => <Masked text={externalCode ?? '–'} /> },
  { name: t('Why'), cell: (row) => badRowReason(row) },
];
