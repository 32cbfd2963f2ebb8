import { StatusBadge } from '../ui/badge.tsx';
import { Code } from '../ui/code.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { durationText } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
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
  const named = members.map((member) => ({
    name: names[member],
    cell: (row: ReportRow) => <Value member={member} value={row[member]} />,
  }));
  return (
    <Table
      label={caption}
      rows={rows}
      keyOf={(row) => members.map((member) => row[member]).join()}
      columns={[...named, ...numbers]}
    />
  );
}

const numbers: readonly TableColumn<ReportRow>[] = [
  { name: 'Orders', kind: 'number', cell: ({ count }) => count.toLocaleString('en') },
  { name: 'p50', kind: 'number', isWide: true, cell: ({ p50Seconds }) => timeText(p50Seconds) },
  { name: 'p99', kind: 'number', cell: ({ p99Seconds }) => timeText(p99Seconds) },
];

function Value({ member, value }: { readonly member: Member; readonly value: string | undefined }) {
  if (value === undefined) return '–';
  if (member === 'status') return <StatusBadge status={value} />;
  if (member === 'type') return toWords(value);
  return member === 'errorCode' ? <Code text={value} /> : value;
}

const timeText = (seconds: number | undefined): string => (seconds === undefined ? '–' : durationText(seconds * 1_000));
