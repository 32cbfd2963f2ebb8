import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { numberText, t } from '../language/translate.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { Page, Section } from '../ui/page.tsx';
import selectStyles from '../ui/select.module.css';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { CountChart, TimeChart } from './chart.tsx';
import { type Day, listDays } from './chart-scale.ts';
import { type Counts, outcomeNames, outcomes, rateText, successRate } from './outcomes.ts';
import { DayTable, ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { type ReportRow, reportQuery, useReport } from './use-report.ts';

const route = getRouteApi('/reports');
const periods = [
  ['7', t('{count} day | {count} days', { count: 7 })],
  ['30', t('{count} day | {count} days', { count: 30 })],
] as const;

/**
 * The orders of the last days: how many, what became of them, and how fast. The charts have their numbers in a table
 * beside them.
 */
export function ReportsPage() {
  const { days = '7', type } = route.useSearch();
  const navigate = useNavigate();
  const byDay = useReport({ by: 'day', days: Number(days), type });
  const byStatus = useReport({ by: 'day,status', days: Number(days), type });
  const byKind = useReport({ by: 'type,status,error', days: Number(days), type });
  const error = byDay.error ?? byStatus.error;
  const choose = (changed: { readonly days?: string; readonly type?: string | undefined }) =>
    void navigate({ to: '/reports', search: { days, type, ...changed } });
  return (
    <Page
      title={t('Reports')}
      scrolls
      beside={
        byDay.data && (
          <span className={styles.muted}>
            {t('{count} order | {count} orders', { count: byDay.data.meta.orderCount })}
          </span>
        )
      }
      actions={
        <>
          <TypeChoice type={type} onChange={(value) => choose({ type: value })} />
          <Tabs label={t('Period')} tabs={periods} value={days} onChange={(value) => choose({ days: value })} />
          {(byDay.data?.items.length ?? 0) > 0 && (
            <CsvButton
              path="/order-report"
              query={reportQuery({ by: 'day,type,status,error', days: Number(days), type })}
            />
          )}
        </>
      }
    >
      {error === null && (byDay.isPending || byStatus.isPending) && <Loading what={t('the report')} />}
      {error !== null && (byDay.data === undefined || byStatus.data === undefined) && (
        <Failure error={error} onRetry={() => [byDay, byStatus, byKind].map(({ refetch }) => refetch())} />
      )}
      {byDay.data === null && (
        <Empty title={t('This server has no reports')}>{t('The route /order-report is missing.')}</Empty>
      )}
      {byDay.data?.items.length === 0 && (
        <Empty title={t('No order in this period')}>{t('Choose a longer period, or any type.')}</Empty>
      )}
      {byDay.data && byStatus.data && byDay.data.items.length > 0 && (
        <Report
          days={listDays({ byDay: byDay.data.items, byStatus: byStatus.data.items }, Number(days), Date.now())}
          byKind={byKind.data ?? undefined}
        />
      )}
    </Page>
  );
}

const most = 100;

interface ReportProps {
  readonly days: readonly Day[];
  /** Undefined as long as it is not known. */
  readonly byKind: { readonly items: readonly ReportRow[]; readonly meta: { readonly total: number } } | undefined;
}

function Report({ days, byKind }: ReportProps) {
  const counts = addUp(days.map((day) => day.counts));
  return (
    <>
      <ul className={styles.figures}>
        <li>
          <b>{rateText(successRate(counts))}</b>
          <span title={t('Of the orders that were completed or failed. Cancelled and open ones do not count.')}>
            {t('success')}
          </span>
        </li>
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <b>{numberText(counts[outcome])}</b>
            <span data-series={outcome}>{outcomeNames[outcome]}</span>
          </li>
        ))}
      </ul>
      <div className={styles.beside}>
        <div>
          <Section title={t('Orders a day')}>
            <CountChart days={days} />
          </Section>
          <Section title={t('Time to completion')}>
            <TimeChart days={days} />
          </Section>
        </div>
        <Section title={t('By day')}>
          <DayTable days={days} />
        </Section>
      </div>
      <Section title={t('By type, status and error')}>
        {byKind && (
          <ReportTable
            rows={byKind.items.slice(0, most)}
            members={['type', 'status', 'errorCode']}
            caption={t('Orders by type, status and error')}
          />
        )}
        {byKind && byKind.meta.total > most && (
          <Note>{t('The {most} largest of {total} rows are shown.', { most, total: byKind.meta.total })}</Note>
        )}
      </Section>
    </>
  );
}

const addUp = (all: readonly Counts[]): Counts =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, all.reduce((sum, counts) => sum + counts[outcome], 0)]),
  ) as Counts;

interface TypeChoiceProps {
  readonly type: string | undefined;
  readonly onChange: (type: string | undefined) => void;
}

function TypeChoice({ type, onChange }: TypeChoiceProps) {
  return (
    <select
      className={selectStyles.select}
      aria-label={t('Type')}
      value={type ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{t('Type: any')}</option>
      {orderTypeCodes.map((code) => (
        <option key={code} value={code}>
          {toWords(code)}
        </option>
      ))}
    </select>
  );
}
