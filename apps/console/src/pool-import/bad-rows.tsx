import { badRowReason } from '@linework/schemas/inventory/import-file';
import type { ImportReport } from '@linework/sdk';
import { Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Masked } from '../ui/masked.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Table, type TableColumn } from '../ui/table.tsx';
import { countText } from '../ui/text/count-text.ts';
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
      <Table label="Bad rows" rows={rows.slice(0, shownCount)} keyOf={({ line }) => line} columns={columns} />
      <div className={styles['below']}>
        <p className={styles['muted']}>{describeShown(rows.length, total)}</p>
        <Button onClick={save} title="With line, code and reason. Codes are masked.">
          <Download size={14} aria-hidden /> Bad rows as CSV
        </Button>
      </div>
    </div>
  );
}

/** What of the bad rows is on the page, and what is in the file. */
function describeShown(listed: number, total: number): string {
  if (total <= shownCount) return '';
  const shown = `The first ${shownCount} of ${countText(total, 'bad row')}.`;
  return listed < total ? `${shown} The CSV has the first ${listed.toLocaleString('en')}.` : shown;
}

const columns: readonly TableColumn<BadRow>[] = [
  { name: 'Line', cell: ({ line }) => line.toLocaleString('en') },
  { name: 'Code', isWide: true, cell: ({ externalCode }) => <Masked text={externalCode ?? '–'} /> },
  { name: 'Why', cell: (row) => badRowReason(row) },
];
