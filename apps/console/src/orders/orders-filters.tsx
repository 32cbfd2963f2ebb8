import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName, useBrokers } from '../api/use-brokers.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import filtersStyles from '../ui/filters.module.css';
import selectStyles from '../ui/select.module.css';
import tabsStyles from '../ui/tabs.module.css';
import { exactTime } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { ChipEditor, FilterEditor } from './filter-editor.tsx';
import {
  anyStatus,
  type FilterName,
  filterNames,
  findView,
  labelOf,
  type OrdersSearch,
  views,
  withFilter,
} from './orders-search.ts';
import { SavedViews } from './saved-views/saved-views.tsx';
import { useOrderCount } from './use-orders.ts';

/** The filters that are always in sight. Every other one that is set is a chip. */
const ownControls: readonly FilterName[] = ['type', 'brokerId'];

export function OrdersFilters({ search }: { readonly search: OrdersSearch }) {
  const navigate = useNavigate();
  const brokers = useBrokers();
  const change = (name: FilterName, value: string | undefined) =>
    void navigate({ to: '/orders', search: withFilter(search, name, value) });
  return (
    <div className={filtersStyles.filters}>
      <ViewTabs search={search} />
      <Choice
        label="Type"
        value={search.type}
        onChange={(value) => change('type', value)}
        options={orderTypeCodes.map((code) => [code, toWords(code)])}
      />
      <Choice
        label="Broker"
        value={search.brokerId}
        onChange={(value) => change('brokerId', value)}
        options={(brokers.data ?? []).map(({ id, name }) => [id, name])}
      />
      <FilterEditor search={search} onChange={change} />
      <SavedViews search={search} />
      <Chips search={search} onChange={change} />
    </div>
  );
}

function ViewTabs({ search }: { readonly search: OrdersSearch }) {
  const current = findView(search)?.name;
  const { status, superseded, ...others } = search;
  return (
    <div className={tabsStyles.tabs}>
      {views.map(({ name, search: ofView }) => (
        <Link
          key={name}
          to="/orders"
          search={{ ...others, ...ofView }}
          className={tabsStyles.tab}
          activeProps={{}}
          activeOptions={{ includeSearch: true }}
          data-current={name === current || undefined}
          aria-current={name === current ? 'true' : undefined}
        >
          {name}
          {(name === 'Needs attention' || name === 'Open') && <ViewCount search={{ ...others, ...ofView }} />}
        </Link>
      ))}
    </div>
  );
}

function ViewCount({ search }: { readonly search: OrdersSearch }) {
  const { data } = useOrderCount(search);
  return data === undefined ? null : <span>{data.toLocaleString('en')}</span>;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string | undefined) => void;
}

function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  const isListed = value === '' || options.some(([code]) => code === value);
  const text = value.includes(',') ? `${label}: ${value.split(',').length}` : value;
  return (
    <select
      className={selectStyles.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{label}: any</option>
      {!isListed && <option value={value}>{text}</option>}
      {options.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface ChipsProps {
  readonly search: OrdersSearch;
  readonly onChange: (name: FilterName, value: string | undefined) => void;
}

function Chips({ search, onChange }: ChipsProps) {
  const brokerName = useBrokerName();
  const isOfView = findView(search) !== undefined;
  // Two brokers or types are more than the control can say.
  const isBeside = (name: FilterName) => ownControls.includes(name) && search[name]?.includes(',') !== true;
  const shown = filterNames.filter(
    (name) =>
      search[name] !== undefined &&
      !isBeside(name) &&
      !(name === 'status' && (isOfView || search.status === anyStatus)),
  );
  const textOf = (name: FilterName, value: string) => {
    if (name === 'brokerId') return value.split(',').map(brokerName).join(', ');
    if (name === 'status' || name === 'type') return value.split(',').map(toWords).join(', ');
    if (name === 'superseded' || name === 'paused') return value === 'true' ? 'yes' : 'no';
    return name.endsWith('From') || name.endsWith('To') ? exactTime(value) : value;
  };
  return shown.map((name) => (
    <FilterChip
      key={name}
      label={labelOf(name)}
      text={textOf(name, search[name] ?? '')}
      value={search[name]}
      onRemove={() => onChange(name, undefined)}
    >
      <ChipEditor
        name={name}
        value={search[name]}
        text={textOf(name, search[name] ?? '')}
        onApply={(value) => onChange(name, value)}
      />
    </FilterChip>
  ));
}
