import type { Line, LineAssignment, Page as ListPage, Order } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { t, tParts } from '../language/translate.ts';
import { Masked } from '../ui/masked.tsx';
import { Section } from '../ui/page.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { DateTime } from '../ui/time.tsx';
import styles from './line.module.css';
import { listResourceRows, type ResourceRow } from './resource-rows.ts';

const limit = 50;

/** Which number and which SIM the line had, from when to when, and the order that gave it to the line. */
export function LineResources({
  line,
  orders,
}: {
  readonly line: Line;
  readonly orders: readonly Order[] | undefined;
}) {
  const list = useQuery({
    queryKey: ['line', line.id, 'resources', line.updatedAt],
    queryFn: async ({ signal }): Promise<ListPage<LineAssignment>> =>
      await linework.lines.resources(line.id, { limit }, { signal }),
    placeholderData: (before) => before,
  });
  const { data } = list;
  const rows = listResourceRows(line, data?.items ?? []);
  const isUnknown = data !== undefined && rows.some(({ heldFrom }) => heldFrom === undefined);
  return (
    <Section title={t('Numbers and SIMs')} isPending={list.isPending}>
      {list.isError && <SmallFailure error={list.error} onRetry={list.refetch} />}
      {data !== undefined && (
        <Table label={t('Numbers and SIMs')} rows={rows} keyOf={({ key }) => key} columns={columns(orders)} />
      )}
      {isUnknown && (
        <p className={styles.hint}>
          {t('A number or SIM that is not in the inventory has no history. Only the last one is shown.')}
        </p>
      )}
      {data !== undefined && data.meta.total > limit && (
        <p className={styles.hint}>{t('The newest {limit} are shown.', { limit })}</p>
      )}
    </Section>
  );
}

const columns = (orders: readonly Order[] | undefined): readonly TableColumn<ResourceRow>[] => [
  {
    name: t('Number or SIM'),
    cell: ({ type, code }) => (
      <span className={styles.pair}>
        <span>{type === 'SIM' ? 'ICCID' : type}</span>
        <span>
          <Masked text={code} />
        </span>
      </span>
    ),
  },
  { name: t('On the line'), cell: (row) => <Period row={row} /> },
  { name: t('Order'), cell: ({ orderId }) => <OrderLink orderId={orderId} orders={orders} /> },
];

function Period({ row: { heldFrom, heldTo } }: { readonly row: ResourceRow }) {
  if (heldTo === undefined) return heldFrom === undefined ? t('now') : <Since at={heldFrom} />;
  return (
    <span className={styles.muted}>
      {heldFrom === undefined ? (
        t('until')
      ) : (
        <span className={styles.begin}>
          <DateTime at={heldFrom} /> –
        </span>
      )}{' '}
      <DateTime at={heldTo} />
    </span>
  );
}

const Since = ({ at }: { readonly at: string }) => <>{tParts('since {time}', { time: <DateTime at={at} /> })}</>;

function OrderLink({
  orderId,
  orders,
}: {
  readonly orderId: string | undefined;
  readonly orders: readonly Order[] | undefined;
}) {
  if (orderId === undefined) return <span className={styles.muted}>–</span>;
  const type = orders?.find(({ id }) => id === orderId)?.type;
  return (
    <Link to="/orders/$orderId" params={{ orderId }}>
      {type === undefined ? <code>…{orderId.slice(-8)}</code> : toWords(type)}
    </Link>
  );
}
