import { StatusBadge } from '../ui/badge.tsx';
import { durationText } from '../ui/relative-time.ts';
import { toWords } from '../ui/status-tone.ts';
import tableStyles from '../ui/table.module.css';
import styles from './reports.module.css';
import type { ReportRow } from './use-report.ts';

type Member = 'day' | 'type' | 'status' | 'errorCode';
const names: Readonly<Record<Member, string>> = { day: 'Day', type: 'Type', status: 'Status', errorCode: 'Error' };

interface ReportTableProps {
  readonly rows: readonly ReportRow[];
  readonly members: readonly Member[];
  readonly caption: string;
}

/** The numbers of a report: half of the orders were completed within p50, and 99 of 100 within p99. */
export function ReportTable({ rows, members, caption }: ReportTableProps) {
  return (
    <table className={tableStyles.table} aria-label={caption}>
      <thead>
        <tr>
          {members.map((member) => (
            <th key={member} scope="col">
              {names[member]}
            </th>
          ))}
          {['Orders', 'p50', 'p99'].map((name) => (
            <th key={name} scope="col" className={tableStyles.number}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={members.map((member) => row[member]).join()}>
            {members.map((member) => (
              <td key={member} className={styles.cell}>
                <Value member={member} value={row[member]} />
              </td>
            ))}
            <td className={tableStyles.number}>{row.count.toLocaleString('en')}</td>
            <td className={tableStyles.number}>{timeText(row.p50Seconds)}</td>
            <td className={tableStyles.number}>{timeText(row.p99Seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ member, value }: { readonly member: Member; readonly value: string | undefined }) {
  if (value === undefined) return '–';
  if (member === 'status') return <StatusBadge status={value} />;
  return member === 'type' ? toWords(value) : value;
}

const timeText = (seconds: number | undefined): string => (seconds === undefined ? '–' : durationText(seconds * 1_000));
