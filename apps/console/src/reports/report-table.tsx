import { numberText, t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Code } from '../ui/code.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { dayText } from '../ui/text/day-text.ts';
import { durationText } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import type { Day } from './chart-scale.ts';
import { rateText, successRate } from './outcomes.ts';
import styles from './reports.module.css';
import type { ReportRow } from './use-report.ts';

type Member = 'type' | 'status' | 'errorCode';
const names: Readonly<Record<Member, string>> = { type: t('Type'), status: t('Status'), errorCode: t('Error') };

interface ReportTableProps {
  readonly rows: readonly ReportRow[];
  readonly members: readonly Member[];
  readonly caption: string;
}

/** The numbers of a report: half of the orders were completed within p50, and 95 of 100 within p95. */
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
  { name: t('Orders'), kind: 'number', cell: ({ count }) => numberText(count) },
  { name: 'p50', kind: 'number', isWide: true, cell: ({ p50Seconds }) => timeText(p50Seconds) },
  { name: 'p95', kind: 'number', cell: ({ p95Seconds }) => timeText(p95Seconds) },
];

/** The numbers of the charts. */
export function DayTable({ days }: { readonly days: readonly Day[] }) {
  return <Table label={t('Orders by day')} rows={days.toReversed()} keyOf={({ day }) => day} columns={dayColumns} />;
}

const dayColumns: readonly TableColumn<Day>[] = [
  { name: t('Day'), cell: ({ day }) => <span className={styles.day}>{dayText(day)}</span> },
  { name: t('Orders'), kind: 'number', cell: ({ count }) => numberText(count) },
  {
    name: t('Failed'),
    kind: 'number',
    cell: ({ counts }) => (counts.failed === 0 ? <span className={styles.muted}>0</span> : numberText(counts.failed)),
  },
  { name: t('Success'), kind: 'number', cell: ({ counts }) => rateText(successRate(counts)) },
  { name: 'p50', kind: 'number', isWide: true, cell: ({ p50Seconds }) => timeText(p50Seconds) },
  { name: 'p95', kind: 'number', cell: ({ p95Seconds }) => timeText(p95Seconds) },
];

function Value({ member, value }: { readonly member: Member; readonly value: string | undefined }) {
  if (value === undefined) return '–';
  if (member === 'status') return <StatusBadge kind="order" status={value} />;
  if (member === 'type') return toWords(value);
  return member === 'errorCode' ? <Code text={value} /> : value;
}

const timeText = (seconds: number | undefined): string => (seconds === undefined ? '–' : durationText(seconds * 1_000));
