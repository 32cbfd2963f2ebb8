import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CsvButton } from '../ui/csv-button.tsx';
import { Page, Section } from '../ui/page.tsx';
import selectStyles from '../ui/select.module.css';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { countText } from '../ui/text/count-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Chart } from './chart.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { reportQuery, useReport } from './use-report.ts';

const route = getRouteApi('/reports');
const periods = [
  ['7', '7 days'],
  ['30', '30 days'],
] as const;

/**
 * The orders of the last days: how many, how fast, and what failed. Each chart has its numbers in a table beside it.
 */
export function ReportsPage() {
  const { days = '7', type } = route.useSearch();
  const navigate = useNavigate();
  const byDay = useReport({ by: 'day', days: Number(days), type });
  const byKind = useReport({ by: 'type,status,error', days: Number(days), type });
  const choose = (changed: { readonly days?: string; readonly type?: string | undefined }) =>
    void navigate({ to: '/reports', search: { days, type, ...changed } });
  return (
    <Page
      title="Reports"
      scrolls
      beside={byDay.data && <span className={styles.muted}>{countText(byDay.data.meta.orderCount, 'order')}</span>}
      actions={
        <>
          <TypeChoice type={type} onChange={(value) => choose({ type: value })} />
          <Tabs label="Period" tabs={periods} value={days} onChange={(value) => choose({ days: value })} />
          {(byDay.data?.items.length ?? 0) > 0 && (
            <CsvButton
              path="/order-report"
              query={reportQuery({ by: 'day,type,status,error', days: Number(days), type })}
            />
          )}
        </>
      }
    >
      {byDay.isPending && <Loading what="the report" />}
      {byDay.isError && byDay.data === undefined && <Failure error={byDay.error} onRetry={byDay.refetch} />}
      {byDay.data === null && <Empty title="This server has no reports">The route /order-report is missing.</Empty>}
      {byDay.data?.items.length === 0 && (
        <Empty title="No order in this period">Choose a longer period, or any type.</Empty>
      )}
      {byDay.data && byDay.data.items.length > 0 && (
        <div className={styles.beside}>
          <div>
            <Section title="Orders a day, and time to completion">
              <Chart rows={byDay.data.items} days={Number(days)} />
            </Section>
            <Section title="By type, status and error">
              {byKind.data && (
                <ReportTable
                  rows={byKind.data.items.slice(0, 100)}
                  members={['type', 'status', 'errorCode']}
                  caption="Orders by type, status and error"
                />
              )}
              {byKind.data && byKind.data.meta.total > 100 && (
                <Note>{`The 100 largest of ${byKind.data.meta.total} rows are shown.`}</Note>
              )}
            </Section>
          </div>
          <Section title="By day">
            <ReportTable rows={byDay.data.items} members={['day']} caption="Orders by day" />
          </Section>
        </div>
      )}
    </Page>
  );
}

interface TypeChoiceProps {
  readonly type: string | undefined;
  readonly onChange: (type: string | undefined) => void;
}

function TypeChoice({ type, onChange }: TypeChoiceProps) {
  return (
    <select
      className={selectStyles.select}
      aria-label="Type"
      value={type ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">Type: any</option>
      {orderTypeCodes.map((code) => (
        <option key={code} value={code}>
          {toWords(code)}
        </option>
      ))}
    </select>
  );
}
