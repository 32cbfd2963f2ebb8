import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { Link, useNavigate } from '@tanstack/react-router';
import { useBrokers } from '../api/use-brokers.ts';
import { numberText, t } from '../language/translate.ts';
import { Choice, FilterChips, FilterEditor } from '../lists/filter-editor.tsx';
import { useRowCount } from '../lists/use-rows.ts';
import filtersStyles from '../ui/filters.module.css';
import tabsStyles from '../ui/tabs.module.css';
import { toWords } from '../ui/text/status-tone.ts';
import {
  anyStatus,
  type FilterName,
  findView,
  type OrdersSearch,
  orderFilters,
  toOrderFilter,
  views,
  withFilter,
} from './orders-search.ts';
import { SavedViews } from './saved-views/saved-views.tsx';

/** The filters that are always in sight. Every other one that is set is a chip. */
const ownControls: readonly FilterName[] = ['type', 'brokerId'];

interface OrdersFiltersProps {
  readonly search: OrdersSearch;
  /** How many orders the list has; undefined as long as that was not read. */
  readonly total: number | undefined;
}

export function OrdersFilters({ search, total }: OrdersFiltersProps) {
  const navigate = useNavigate();
  const brokers = useBrokers();
  const change = (name: FilterName, value: string | undefined) =>
    void navigate({ to: '/orders', search: withFilter(search, name, value) });
  return (
    <div className={filtersStyles.filters}>
      <ViewTabs search={search} total={total} />
      <Choice
        label={t('Type')}
        value={search.type}
        onChange={(value) => change('type', value)}
        options={orderTypeCodes.map((code) => [code, toWords(code)])}
      />
      <Choice
        label={t('Broker')}
        value={search.brokerId}
        onChange={(value) => change('brokerId', value)}
        options={(brokers.data ?? []).map(({ id, name }) => [id, name])}
      />
      <FilterEditor
        filters={orderFilters}
        search={{ ...search, status: search.status === anyStatus ? undefined : search.status }}
        onChange={change}
      />
      <SavedViews search={search} />
      <Chips search={search} onChange={change} />
    </div>
  );
}

function ViewTabs({ search, total }: OrdersFiltersProps) {
  const current = findView(search)?.id;
  const { status, superseded, ...others } = search;
  return (
    <div className={tabsStyles.tabs}>
      {views.map(({ id, name, search: ofView }) => (
        <Link
          key={id}
          to="/orders"
          search={{ ...others, ...ofView }}
          className={tabsStyles.tab}
          activeProps={{}}
          activeOptions={{ includeSearch: true }}
          data-current={id === current || undefined}
          aria-current={id === current ? 'true' : undefined}
        >
          {name}
          {(id === 'attention' || id === 'open') &&
            (id === current ? <Count total={total} /> : <ViewCount search={{ ...others, ...ofView }} />)}
        </Link>
      ))}
    </div>
  );
}

/** A view that is not shown is counted by a request of its own. */
function ViewCount({ search }: { readonly search: OrdersSearch }) {
  return <Count total={useRowCount('orders', '/order-rows', toOrderFilter(search)).data} />;
}

const Count = ({ total }: Pick<OrdersFiltersProps, 'total'>) =>
  total === undefined ? null : <span>{numberText(total)}</span>;

interface ChipsProps {
  readonly search: OrdersSearch;
  readonly onChange: (name: FilterName, value: string | undefined) => void;
}

function Chips({ search, onChange }: ChipsProps) {
  const isOfView = findView(search) !== undefined;
  // Two brokers or types are more than the control can say.
  const isBeside = (name: FilterName) => ownControls.includes(name) && search[name]?.includes(',') !== true;
  const shown = orderFilters.filter(
    ({ name }) => !isBeside(name) && !(name === 'status' && (isOfView || search.status === anyStatus)),
  );
  return <FilterChips filters={shown} search={search} onChange={onChange} />;
}
