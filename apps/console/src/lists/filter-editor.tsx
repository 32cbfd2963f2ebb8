import { Popover } from '@base-ui/react/popover';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useBrokerName, useBrokers } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { FilterChip } from '../ui/filter-chip.tsx';
import filtersStyles from '../ui/filters.module.css';
import formStyles from '../ui/form/form.module.css';
import { FieldFault } from '../ui/form/form-values.ts';
import { amountText } from '../ui/form/read-decimal.ts';
import menuStyles from '../ui/menu.module.css';
import selectStyles from '../ui/select.module.css';
import { exactTime } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { type Filter, localTime, readFilterText, type TextSearch } from './filters.ts';

interface FilterEditorProps<Name extends string> {
  readonly filters: readonly Filter<Name>[];
  readonly search: TextSearch;
  readonly onChange: (name: Name, value: string | undefined) => void;
}

/** Adds any filter: first its name is chosen, then its value. */
export function FilterEditor<Name extends string>({ filters, search, onChange }: FilterEditorProps<Name>) {
  const [filter, setFilter] = useState<Filter<Name> | undefined>();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setFilter(undefined);
      }}
    >
      <Popover.Trigger className={buttonStyles['button']}>
        <Plus size={14} aria-hidden /> {t('Filter')}
      </Popover.Trigger>
      <FilterPopup>
        {filter === undefined ? (
          <ul className={filtersStyles.names} aria-label={t('Filters')}>
            {filters.map((one) => (
              <li key={one.name}>
                <button type="button" className={menuStyles['item']} onClick={() => setFilter(one)}>
                  {one.label}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <FilterForm
            filter={filter}
            value={search[filter.name]}
            onApply={(value) => {
              setOpen(false);
              onChange(filter.name, value);
            }}
          />
        )}
      </FilterPopup>
    </Popover.Root>
  );
}

/** The filters that are set, each with a way to change and to remove it. */
export function FilterChips<Name extends string>({ filters, search, onChange }: FilterEditorProps<Name>) {
  const brokerName = useBrokerName();
  return filters.map((filter) => {
    const value = search[filter.name];
    if (value === undefined) return null;
    const text = textOf(filter, value, brokerName);
    return (
      <FilterChip
        key={filter.name}
        label={filter.label}
        text={text}
        value={value}
        onRemove={() => onChange(filter.name, undefined)}
      >
        <ChipEditor filter={filter} value={value} text={text} onApply={(changed) => onChange(filter.name, changed)} />
      </FilterChip>
    );
  });
}

function textOf({ values, kind }: Filter, value: string, brokerName: (id: string) => string): string {
  if (values === 'broker') return value.split(',').map(brokerName).join(', ');
  if (values === 'flag') return value === 'true' ? t('yes') : t('no');
  if (values === 'time') return exactTime(value);
  if (values === 'amount') return amountText(value);
  return typeof values === 'object'
    ? value
        .split(',')
        .map((code) => toWords(code, kind))
        .join(', ')
    : value;
}

interface FilterFormProps {
  readonly filter: Filter;
  readonly value: string | undefined;
  readonly onApply: (value: string | undefined) => void;
}

/** The value of a chip, and a click on it changes it. */
function ChipEditor({ filter, value, text, onApply }: FilterFormProps & { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={filtersStyles.value}
        title={value}
        aria-label={t('Change the filter {label}, {text}', { label: filter.label, text })}
      >
        {filter.label} <b>{text}</b>
      </Popover.Trigger>
      <FilterPopup>
        <FilterForm
          filter={filter}
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
        <Popover.Popup className={menuStyles['popup']} aria-label={t('Filter')}>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}

function FilterForm({ filter, value, onApply }: FilterFormProps) {
  const [fault, setFault] = useState<string | undefined>();
  return (
    <form
      className={filtersStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const texts = new FormData(event.currentTarget).getAll(filter.name).map(String);
        try {
          onApply(readFilterText(filter, texts.join(',')));
        } catch (error) {
          if (!(error instanceof FieldFault)) throw error;
          setFault(error.message);
        }
      }}
    >
      <FilterField filter={filter} value={value ?? ''} isWrong={fault !== undefined} />
      {fault !== undefined && (
        <p className={formStyles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" kind="primary">
        {t('Apply')}
      </Button>
    </form>
  );
}

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly isWrong?: boolean;
}

function FilterField({ filter, value, isWrong }: FilterFieldProps) {
  const brokers = useBrokers();
  const { name, label, values, kind } = filter;
  if (typeof values === 'object')
    return <Choices filter={filter} value={value} options={values.map((code) => [code, toWords(code, kind)])} />;
  if (values === 'broker')
    return <Choices filter={filter} value={value} options={(brokers.data ?? []).map(({ id, name: of }) => [id, of])} />;
  if (values === 'flag') {
    return (
      <label className={fieldStyles['field']}>
        {label}
        {/* biome-ignore lint/a11y/noAutofocus: the person has just chosen this filter. */}
        <select name={name} defaultValue={value || 'true'} autoFocus>
          <option value="true">{t('Yes')}</option>
          <option value="false">{t('No')}</option>
        </select>
      </label>
    );
  }
  return (
    <label className={fieldStyles['field']}>
      {label}
      <input
        name={name}
        // biome-ignore lint/a11y/noAutofocus: the person has just chosen this filter.
        autoFocus
        autoComplete="off"
        maxLength={400}
        aria-invalid={isWrong}
        {...inputOf(values, value)}
      />
    </label>
  );
}

/** How a value is typed: as the person's language writes it. */
function inputOf(values: Filter['values'], value: string) {
  if (values === 'time') return { type: 'datetime-local', step: 1, defaultValue: localTime(value) };
  if (values === 'amount')
    return {
      inputMode: 'decimal' as const,
      defaultValue: value === '' ? '' : amountText(value),
      placeholder: amountText('1234.56'),
    };
  return { type: values === 'day' ? 'date' : 'text', defaultValue: value };
}

type Options = readonly (readonly [string, string])[];

/** Several of a few values. What the address has and the list has not stays chosen. */
function Choices({ filter: { name, label }, value, options }: FilterFieldProps & { readonly options: Options }) {
  const chosen = value === '' ? [] : value.split(',');
  const unlisted = chosen.filter((one) => !options.some(([code]) => code === one));
  return (
    <fieldset className={filtersStyles.choices}>
      <legend>{label}</legend>
      {[...options, ...unlisted.map((code) => [code, code] as const)].map(([code, text]) => (
        <label key={code}>
          <input type="checkbox" name={name} value={code} defaultChecked={chosen.includes(code)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: Options;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter by one value that is always in sight. */
export function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  const isListed = value === '' || options.some(([code]) => code === value);
  const text = value.includes(',') ? `${label}: ${value.split(',').length}` : value;
  return (
    <select
      className={selectStyles.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{t('{label}: any', { label })}</option>
      {!isListed && <option value={value}>{text}</option>}
      {options.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
