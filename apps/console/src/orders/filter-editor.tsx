import { Popover } from '@base-ui/react/popover';
import { orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useBrokers } from '../api/use-brokers.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import filtersStyles from '../ui/filters.module.css';
import menuStyles from '../ui/menu.module.css';
import { toWords } from '../ui/text/status-tone.ts';
import {
  anyStatus,
  type FilterName,
  filterNames,
  labelOf,
  localTime,
  type OrdersSearch,
  readFilterText,
} from './orders-search.ts';

interface FilterEditorProps {
  readonly search: OrdersSearch;
  readonly onChange: (name: FilterName, value: string | undefined) => void;
}

/** Adds any filter: first its name is chosen, then its value. */
export function FilterEditor({ search, onChange }: FilterEditorProps) {
  const [name, setName] = useState<FilterName | undefined>();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setName(undefined);
      }}
    >
      <Popover.Trigger className={buttonStyles['button']}>
        <Plus size={14} aria-hidden /> Filter
      </Popover.Trigger>
      <FilterPopup>
        {name === undefined ? (
          <ul className={filtersStyles.names} aria-label="Filters">
            {filterNames.map((one) => (
              <li key={one}>
                <button type="button" className={menuStyles['item']} onClick={() => setName(one)}>
                  {labelOf(one)}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <FilterForm
            name={name}
            value={search[name]}
            onApply={(value) => {
              setOpen(false);
              onChange(name, value);
            }}
          />
        )}
      </FilterPopup>
    </Popover.Root>
  );
}

interface ChipEditorProps {
  readonly name: FilterName;
  readonly value: string | undefined;
  readonly text: string;
  readonly onApply: (value: string | undefined) => void;
}

/** The value of a chip, and a click on it changes it. */
export function ChipEditor({ name, value, text, onApply }: ChipEditorProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={filtersStyles.value}
        title={value}
        aria-label={`Change the filter ${labelOf(name)}, ${text}`}
      >
        {labelOf(name)} <b>{text}</b>
      </Popover.Trigger>
      <FilterPopup>
        <FilterForm
          name={name}
          value={value}
          onApply={(changed) => {
            setOpen(false);
            onApply(changed);
          }}
        />
      </FilterPopup>
    </Popover.Root>
  );
}

function FilterPopup({ children }: { readonly children: React.ReactNode }) {
  return (
    <Popover.Portal>
      <Popover.Positioner sideOffset={4} align="start">
        <Popover.Popup className={menuStyles['popup']} aria-label="Filter">
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}

interface FilterFormProps {
  readonly name: FilterName;
  readonly value: string | undefined;
  readonly onApply: (value: string | undefined) => void;
}

function FilterForm({ name, value, onApply }: FilterFormProps) {
  return (
    <form
      className={filtersStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const texts = new FormData(event.currentTarget).getAll(name).map(String);
        onApply(readFilterText(name, texts.join(',')));
      }}
    >
      <FilterField name={name} value={value === anyStatus ? '' : (value ?? '')} />
      <Button type="submit" kind="primary">
        Apply
      </Button>
    </form>
  );
}

interface FilterFieldProps {
  readonly name: FilterName;
  readonly value: string;
}

function FilterField({ name, value }: FilterFieldProps) {
  const brokers = useBrokers();
  const label = labelOf(name);
  switch (name) {
    case 'status':
      return <Choices name={name} value={value} options={toOptions(orderLifecycle.statuses)} />;
    case 'type':
      return <Choices name={name} value={value} options={toOptions(orderTypeCodes)} />;
    case 'brokerId':
      return <Choices name={name} value={value} options={(brokers.data ?? []).map(({ id, name: of }) => [id, of])} />;
    case 'superseded':
    case 'paused':
      return (
        <label className={fieldStyles['field']}>
          {label}
          {/* biome-ignore lint/a11y/noAutofocus: the person has just chosen this filter. */}
          <select name={name} defaultValue={value || 'true'} autoFocus>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </select>
        </label>
      );
    default:
      return (
        <label className={fieldStyles['field']}>
          {label}
          <input
            name={name}
            // biome-ignore lint/a11y/noAutofocus: the person has just chosen this filter.
            autoFocus
            autoComplete="off"
            maxLength={400}
            {...(isTime(name)
              ? { type: 'datetime-local', step: 1, defaultValue: localTime(value) }
              : { defaultValue: value })}
          />
        </label>
      );
  }
}

const isTime = (name: FilterName): boolean => name.endsWith('From') || name.endsWith('To');

type Options = readonly (readonly [string, string])[];

const toOptions = (codes: readonly string[]): Options => codes.map((code) => [code, toWords(code)]);

/** Several of a few values. What the address has and the list has not stays chosen. */
function Choices({ name, value, options }: FilterFieldProps & { readonly options: Options }) {
  const chosen = value === '' ? [] : value.split(',');
  const unlisted = chosen.filter((one) => !options.some(([code]) => code === one));
  return (
    <fieldset className={filtersStyles.choices}>
      <legend>{labelOf(name)}</legend>
      {[...options, ...unlisted.map((code) => [code, code] as const)].map(([code, text]) => (
        <label key={code}>
          <input type="checkbox" name={name} value={code} defaultChecked={chosen.includes(code)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
