import type { Page as ListPage, PortIn, PortOut } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { dateLocale } from '../language/language.ts';
import { t } from '../language/translate.ts';
import { Window } from '../records/window.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Masked } from '../ui/masked.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { dayText } from '../ui/text/day-text.ts';
import styles from './portability.module.css';
import { Direction } from './ports-page.tsx';

/** A number that moves, in either direction. */
interface Move {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly msisdn: string;
  readonly status: string;
  readonly other: string;
  readonly from: string;
  readonly until: string | undefined;
}

/** How many are read of each direction. */
const limit = 100;

/** The numbers whose window is still to come, or is open, the earliest first. */
const useMoves = () =>
  useQuery({
    queryKey: ['port-ins', 'windows'],
    queryFn: async ({ signal }) => {
      const earliest = { sortBy: 'windowFrom', sortOrder: 'asc', limit } as const;
      const [ins, outs]: readonly [ListPage<PortIn>, ListPage<PortOut>] = await Promise.all([
        linework.portIns.list({ status: ['REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING'], ...earliest }, { signal }),
        linework.portOuts.list({ status: ['PENDING', 'IN_PROGRESS', 'CANCELLING'], ...earliest }, { signal }),
      ]);
      const moves: readonly Move[] = [
        ...ins.items.map(({ id, msisdn, status, donor, windowFrom, windowUntil }) => ({
          id,
          direction: 'in' as const,
          msisdn,
          status,
          other: donor,
          from: windowFrom,
          until: windowUntil,
        })),
        ...outs.items.map(({ id, msisdn, status, recipient, windowFrom }) => ({
          id,
          direction: 'out' as const,
          msisdn,
          status,
          other: recipient,
          from: windowFrom,
          until: undefined,
        })),
      ];
      return {
        moves: moves.toSorted((a, b) => a.from.localeCompare(b.from)),
        left: ins.meta.total + outs.meta.total - moves.length,
      };
    },
  });

/** The day of a time on the reader's clock. */
const dayOf = (at: string): string => {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** The week that begins today: each day leads to its windows below. */
const listWeek = (): readonly string[] =>
  Array.from({ length: 7 }, (_, days) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString()));

const weekday = new Intl.DateTimeFormat(dateLocale, { weekday: 'short', timeZone: 'UTC' });

const columns: readonly TableColumn<Move>[] = [
  {
    name: t('Number'),
    cell: ({ id, direction, msisdn }) =>
      direction === 'in' ? (
        <Link to="/port-ins/$portInId" params={{ portInId: id }}>
          <Masked text={msisdn} />
        </Link>
      ) : (
        <Link to="/port-outs/$portOutId" params={{ portOutId: id }}>
          <Masked text={msisdn} />
        </Link>
      ),
  },
  {
    name: t('Direction'),
    isWide: true,
    cell: ({ direction, other }) =>
      direction === 'in' ? t('from {operator}', { operator: other }) : t('to {operator}', { operator: other }),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="port-in" status={status} /> },
  { name: t('Window'), cell: ({ from, until }) => <Window from={from} until={until} /> },
];

/** The calendar of the windows in which numbers come and go: a week at a glance, then day by day. */
export function PortWindowsPage() {
  const { data, error, refetch } = useMoves();
  const days = [...new Set(data?.moves.map(({ from }) => dayOf(from)))];
  return (
    <Page title={t('Windows')} scrolls actions={<Direction value="/port-windows" />}>
      {data === undefined && error === null && <Loading what={t('the windows')} />}
      {data === undefined && error !== null && <Failure error={error} onRetry={refetch} />}
      {data !== undefined && <Week moves={data.moves} />}
      {data?.moves.length === 0 && (
        <Empty icon={<CalendarDays size={22} aria-hidden />} title={t('No number is about to move')}>
          {t('Port-ins and port-outs that are under way stand here by the day of their window.')}
        </Empty>
      )}
      {days.map((day) => (
        <Section key={day} title={`${weekday.format(new Date(day))} ${dayText(day)}`}>
          <Table
            isAligned
            label={dayText(day)}
            rows={data?.moves.filter(({ from }) => dayOf(from) === day) ?? []}
            keyOf={({ id }) => id}
            columns={columns}
          />
        </Section>
      ))}
      {data !== undefined && data.left > 0 && (
        <Note>{t('{count} more have a later window. The lists have all of them.', { count: data.left })}</Note>
      )}
    </Page>
  );
}

function Week({ moves }: { readonly moves: readonly Move[] }) {
  return (
    <ol className={styles.week} aria-label={t('The next seven days')}>
      {listWeek().map((day) => {
        const ofDay = moves.filter(({ from }) => dayOf(from) === day);
        const count = (direction: Move['direction']) => ofDay.filter((move) => move.direction === direction).length;
        return (
          <li key={day} data-empty={ofDay.length === 0 || undefined}>
            <span>
              {weekday.format(new Date(day))} {Number(day.slice(8))}
            </span>
            <b>{ofDay.length}</b>
            <span>{t('{incoming} in, {outgoing} out', { incoming: count('in'), outgoing: count('out') })}</span>
          </li>
        );
      })}
    </ol>
  );
}
