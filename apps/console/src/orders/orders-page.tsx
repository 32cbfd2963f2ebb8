import type { OrderRow } from '@linework/schemas/orders/order-row';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CircleCheck, ListFilter, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { BatchDialog } from '../batches/batch-dialog.tsx';
import type { BatchSelection } from '../batches/batch-selection.ts';
import type { OrderOperation } from '../batches/operations.ts';
import { numberText, t } from '../language/translate.ts';
import { useRows } from '../lists/use-rows.ts';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import barStyles from '../ui/selection-bar.module.css';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { useCommands } from '../ui/use-commands.ts';
import { type Selection, useSelection } from '../ui/use-selection.ts';
import { orderColumns } from './order-columns.tsx';
import styles from './orders.module.css';
import { OrdersFilters } from './orders-filters.tsx';
import { type FilterName, findView, type OrdersSearch, toOrderFilter, withFilter } from './orders-search.ts';

const route = getRouteApi('/orders');

/** The orders of a view with their lines, which the public list has not. */
function useOrders(search: OrdersSearch) {
  const { sortBy, sortOrder } = search;
  const query = { ...toOrderFilter(search), ...(sortBy && { sortBy }), ...(sortOrder && { sortOrder }) };
  return useRows<OrderRow>('orders', '/order-rows', query);
}

export function OrdersPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { list, rows, newCount, total, showNew } = useOrders(search);
  const selection = useSelection();
  const brokerName = useBrokerName();
  const choose = (name: FilterName, value: string) =>
    void navigate({ to: '/orders', search: withFilter(search, name, value) });
  const canAct = mayDo(useSession().data, 'lines:write');
  const [batch, setBatch] = useState<BatchSelection | undefined>();
  const openBatch = (chosen: BatchSelection) => canAct && setBatch(chosen);
  useRetryCommand(canAct ? total : undefined, () =>
    openBatch({ orderFilter: toOrderFilter(search), operation: 'retry' }),
  );
  return (
    <Page
      title={t('Orders')}
      beside={<Count total={total} />}
      actions={<CsvButton path="/orders" query={toOrderFilter(search)} isEmpty={rows.length === 0} />}
    >
      <OrdersFilters search={search} total={total} />
      {newCount > 0 && <NewOrders count={newCount} onShow={showNew} />}
      {list.isPending ? (
        <Loading what={t('orders')} />
      ) : list.isError && rows.length === 0 ? (
        <Failure error={list.error} onRetry={list.refetch} />
      ) : rows.length === 0 ? (
        <NoOrders isAttention={findView(search)?.id === 'attention'} isFiltered={Object.keys(search).length > 0} />
      ) : (
        <Grid
          label={t('Orders')}
          rows={rows}
          total={total}
          columns={orderColumns(brokerName, choose)}
          layout={styles.layout ?? ''}
          keyOf={({ id }) => id}
          selection={selection}
          onOpen={({ id }) => void navigate({ to: '/orders/$orderId', params: { orderId: id } })}
          onRetry={(row) =>
            openBatch({ orderIds: selection.size > 0 ? selection.keys : [row?.id ?? ''], operation: 'retry' })
          }
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={list.isFetchingNextPage ? t('Loading more …') : undefined}
        />
      )}
      <SelectionBar
        selection={selection}
        total={total}
        canAct={canAct}
        onAct={(operation, isAll) =>
          openBatch(isAll ? { orderFilter: toOrderFilter(search), operation } : { orderIds: selection.keys, operation })
        }
      />
      <BatchDialog selection={batch} onClose={() => setBatch(undefined)} />
    </Page>
  );
}

function useRetryCommand(total = 0, run: () => void): void {
  const command = { name: t('Retry all {total} of this list …', { total }), icon: RotateCcw, run };
  useCommands(total > 0 ? [command] : []);
}

function NewOrders({ count, onShow }: { readonly count: number; readonly onShow: () => Promise<unknown> }) {
  return (
    <Button className={styles.new} onClick={() => void onShow()}>
      {t('{count} new', { count })}
    </Button>
  );
}

function Count({ total }: { readonly total: number | undefined }) {
  return total === undefined ? null : <span className={styles.count}>{numberText(total)}</span>;
}

function NoOrders({ isAttention, isFiltered }: { readonly isAttention: boolean; readonly isFiltered: boolean }) {
  if (!isAttention || isFiltered) {
    return (
      <Empty icon={<ListFilter size={22} aria-hidden />} title={t('No order matches')}>
        {t('No order has all of these filters. Remove one of them, or look at all orders.')}
      </Empty>
    );
  }
  return (
    <Empty icon={<CircleCheck size={22} aria-hidden />} title={t('No order needs attention')}>
      {t('Every order that failed is repaired, or a newer order has replaced it.')}
    </Empty>
  );
}

interface SelectionBarProps {
  readonly selection: Selection;
  readonly total: number | undefined;
  readonly canAct: boolean;
  readonly onAct: (operation: OrderOperation, isAll: boolean) => void;
}

/** What can be done with the selected rows, or with all that the filter has. */
function SelectionBar({ selection, total = 0, canAct, onAct }: SelectionBarProps) {
  if (selection.size === 0) return null;
  const title = canAct ? undefined : t('Your role cannot change orders.');
  return (
    <div className={barStyles['bar']} role="toolbar" aria-label={t('Selection')}>
      <p>{t('{size} selected', { size: selection.size })}</p>
      <Button kind="primary" disabled={!canAct} title={title} onClick={() => onAct('retry', false)}>
        {t('Retry …')}
      </Button>
      <Button disabled={!canAct} title={title} onClick={() => onAct('rollback', false)}>
        {t('Roll back …')}
      </Button>
      {total > selection.size && (
        <Button disabled={!canAct} title={title} onClick={() => onAct('retry', true)}>
          {t('All {total} …', { total })}
        </Button>
      )}
      <Button kind="plain" onClick={() => selection.replace([])}>
        {t('Clear')}
      </Button>
    </div>
  );
}
