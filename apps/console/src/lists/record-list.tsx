import { ListFilter } from 'lucide-react';
import { useBrokers } from '../api/use-brokers.ts';
import { numberText, t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import filtersStyles from '../ui/filters.module.css';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { Selection } from '../ui/use-selection.ts';
import { Choice, FilterChips, FilterEditor } from './filter-editor.tsx';
import { type Filter, type TextSearch, toQuery } from './filters.ts';
import styles from './lists.module.css';
import type { Row } from './merge-fresh.ts';
import { useRows } from './use-rows.ts';

interface ListParts<Item> {
  readonly title: string;
  /** The route of the list, and of its table. */
  readonly path: `/${string}`;
  /** The first part of the keys of its queries. */
  readonly queryName: string;
  readonly filters: readonly Filter[];
  /**
   * The views by status: the codes with commas between them, and the name. The first one is that of all. Without any
   * there is no status.
   */
  readonly views: readonly (readonly [status: string, name: string])[];
  readonly columns: (brokerName: (id: string) => string) => readonly Column<Item>[];
  /** The class with the widths of the columns on a wide screen. */
  readonly layout: string | undefined;
  /** What an empty list without a filter means. */
  readonly empty: { readonly title: string; readonly text: string };
}

interface RecordListProps<Item> extends ListParts<Item> {
  readonly search: TextSearch;
  readonly onSearch: (search: TextSearch) => void;
  readonly brokerName: (id: string) => string;
  readonly onOpen: (row: Item) => void;
  readonly selection?: Selection | undefined;
  readonly actions?: React.ReactNode;
  readonly children?: ((total: number | undefined) => React.ReactNode) | undefined;
}

/** The page of a list: its address has the filters of the route, and nothing else decides what it shows. */
export function RecordList<Item extends Row>({ search, onSearch, ...props }: RecordListProps<Item>) {
  const { title, path, queryName, filters, columns, layout, brokerName, onOpen, selection, actions, children } = props;
  const query = toQuery(search, filters);
  const { list, rows, newCount, total, showNew } = useRows<Item>(queryName, path, query);
  return (
    <Page
      title={title}
      beside={total !== undefined && <span className={styles.count}>{numberText(total)}</span>}
      actions={
        <>
          <CsvButton path={path} query={query} isEmpty={rows.length === 0} />
          {actions}
        </>
      }
    >
      <ListFilters {...props} search={search} onSearch={onSearch} />
      {newCount > 0 && (
        <Button className={styles.new} onClick={() => void showNew()}>
          {t('{count} new', { count: newCount })}
        </Button>
      )}
      {list.isPending ? (
        <Loading what={title.toLowerCase()} />
      ) : list.isError && rows.length === 0 ? (
        <Failure error={list.error} onRetry={list.refetch} />
      ) : rows.length === 0 ? (
        <NoRows {...props} isFiltered={Object.keys(query).length > 0} onClear={() => onSearch({})} />
      ) : (
        <Grid
          label={title}
          rows={rows}
          total={total}
          columns={columns(brokerName)}
          layout={`${styles.list} ${layout}`}
          keyOf={({ id }) => id}
          selection={selection}
          onOpen={onOpen}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={list.isFetchingNextPage ? t('Loading more …') : undefined}
        />
      )}
      {children?.(total)}
    </Page>
  );
}

type ListFiltersProps = Pick<RecordListProps<never>, 'filters' | 'views' | 'search' | 'onSearch'>;

function ListFilters({ filters, views, search, onSearch }: ListFiltersProps) {
  const { data: brokers } = useBrokers();
  const change = (name: string, value: string | undefined) => onSearch({ ...search, [name]: value });
  const isView = views.some(([status]) => status === (search['status'] ?? ''));
  const isOneBroker = search['brokerId']?.includes(',') !== true;
  const chips = filters.filter(({ name }) => !(name === 'status' && isView) && !(name === 'brokerId' && isOneBroker));
  return (
    <div className={filtersStyles.filters}>
      {views.length > 0 && (
        <Tabs
          label={t('Status')}
          tabs={views}
          value={search['status'] ?? ''}
          onChange={(status) => change('status', status === '' ? undefined : status)}
        />
      )}
      {(brokers?.length ?? 0) > 1 && (
        <Choice
          label={t('Broker')}
          value={search['brokerId']}
          onChange={(value) => change('brokerId', value)}
          options={(brokers ?? []).map(({ id, name }) => [id, name])}
        />
      )}
      <FilterEditor filters={filters} search={search} onChange={change} />
      <FilterChips filters={chips} search={search} onChange={change} />
    </div>
  );
}

interface NoRowsProps extends Pick<ListParts<never>, 'title' | 'empty'> {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoRows({ title, empty, isFiltered, onClear }: NoRowsProps) {
  if (!isFiltered) return <Empty title={empty.title}>{empty.text}</Empty>;
  return (
    <Empty icon={<ListFilter size={22} aria-hidden />} title={t('No {title} match', { title: title.toLowerCase() })}>
      <p>{t('None has all of these filters.')}</p>
      <Button onClick={onClear}>{t('Remove all filters')}</Button>
    </Empty>
  );
}
