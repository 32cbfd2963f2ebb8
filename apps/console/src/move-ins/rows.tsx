import type { Page as ListPage, MoveInBalance, MoveInDetails, MoveInRow } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { numberText, t } from '../language/translate.ts';
import type { TextSearch } from '../lists/filters.ts';
import styles from '../records/records.module.css';
import { CsvButton } from '../ui/csv-button.tsx';
import { Section } from '../ui/page.tsx';
import selectStyles from '../ui/select.module.css';
import { Loading, SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { moneyText } from '../ui/text/day-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { kindNames, type MoveInKind, reasonText } from './move-in-text.ts';

interface OfMoveIn {
  readonly moveIn: MoveInDetails;
}

type Item = MoveInBalance['items'][number];

/** The statement to sign: each row was adopted or left out for a reason. */
export function Balance({ moveIn: { id, updatedAt } }: OfMoveIn) {
  const balance = useQuery({
    queryKey: ['move-in', id, 'balance', updatedAt],
    queryFn: async ({ signal }): Promise<MoveInBalance> => await linework.moveIns.balance(id, { signal }),
    placeholderData: (before) => before,
  });
  const columns: readonly TableColumn<Item>[] = [
    { name: t('Kind'), cell: ({ kind }) => kindNames[kind] },
    { name: t('State'), cell: ({ state }) => toWords(state, 'row') },
    { name: t('Why'), isWide: true, cell: ({ reason }) => (reason === undefined ? '–' : reasonText(reason)) },
    {
      name: t('Rows [a count]'),
      kind: 'number',
      cell: ({ kind, state, rows }) => (
        <Link
          to="/move-ins/$moveInId"
          params={{ moveInId: id }}
          search={{ part: 'rows', kind, state }}
          title={t('Show these rows')}
        >
          {numberText(rows)}
        </Link>
      ),
    },
    {
      name: t('Sum'),
      kind: 'number',
      isWide: true,
      cell: ({ amount, used }) =>
        amount === undefined ? (used === undefined ? '–' : t('{used} used', { used })) : moneyText(amount),
    },
  ];
  return (
    <Section title={t('Balance')}>
      {balance.isPending && <Loading what={t('the balance')} />}
      {balance.isError && <SmallFailure error={balance.error} onRetry={balance.refetch} />}
      {balance.data?.items.length === 0 && <p className={styles.muted}>{t('No row was read yet.')}</p>}
      {balance.data !== undefined && balance.data.items.length > 0 && (
        <Table
          label={t('Balance')}
          rows={balance.data.items}
          keyOf={({ kind, state, reason = '' }) => `${kind} ${state} ${reason}`}
          columns={columns}
        />
      )}
    </Section>
  );
}

type RowState = MoveInRow['state'];
const states = ['read', 'left-out', 'adopted', 'undone'] as const satisfies readonly RowState[];
const limit = 100;

/** The record that each row becomes. */
export function Rows({ moveIn: { id, updatedAt }, search }: OfMoveIn & { readonly search: TextSearch }) {
  const navigate = useNavigate();
  const { kind = '', state = '' } = search;
  const query = {
    ...(kind !== '' && { kind: [kind as MoveInKind] }),
    ...(state !== '' && { state: [state as RowState] }),
  };
  const rows = useQuery({
    queryKey: ['move-in', id, 'rows', query, updatedAt],
    queryFn: async ({ signal }): Promise<ListPage<MoveInRow>> =>
      await linework.moveIns.rows(id, { ...query, limit, sortBy: 'row', sortOrder: 'asc' }, { signal }),
    placeholderData: (before) => before,
  });
  const choose = (name: 'kind' | 'state') => (event: React.ChangeEvent<HTMLSelectElement>) =>
    void navigate({
      to: '/move-ins/$moveInId',
      params: { moveInId: id },
      search: { ...search, part: 'rows', [name]: event.target.value === '' ? undefined : event.target.value },
    });
  const total = rows.data?.meta.total ?? 0;
  return (
    <Section
      title={t('Rows {total}', { total })}
      beside={
        <>
          <select className={selectStyles.select} aria-label={t('Kind of file')} value={kind} onChange={choose('kind')}>
            <option value="">{t('All files')}</option>
            {Object.entries(kindNames).map(([one, name]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
          <select className={selectStyles.select} aria-label={t('State')} value={state} onChange={choose('state')}>
            <option value="">{t('All states')}</option>
            {states.map((one) => (
              <option key={one} value={one}>
                {toWords(one, 'row')}
              </option>
            ))}
          </select>
          <CsvButton path={`/move-ins/${id}/rows`} query={{ ...(kind && { kind }), ...(state && { state }) }} />
        </>
      }
    >
      {rows.isError && <SmallFailure error={rows.error} onRetry={rows.refetch} />}
      {rows.data?.items.length === 0 && <p className={styles.muted}>{t('There is no such row.')}</p>}
      {rows.data !== undefined && rows.data.items.length > 0 && (
        <Table label={t('Rows')} rows={rows.data.items} keyOf={({ id: row }) => row} columns={columns} />
      )}
      {total > limit && (
        <p className={styles.hint}>{t('The first {limit} are shown. The CSV has all of them.', { limit })}</p>
      )}
    </Section>
  );
}

const columns: readonly TableColumn<MoveInRow>[] = [
  { name: t('File and row'), cell: (row) => <RowLink row={row} /> },
  { name: t('Legacy id'), isWide: true, cell: ({ legacyId }) => legacyId ?? '–' },
  { name: t('State'), cell: ({ state }) => toWords(state, 'row') },
  { name: t('Why'), cell: ({ reason }) => (reason === undefined ? '–' : reasonText(reason)) },
];

/** An adopted row leads to its record, where records of its kind have a page. */
function RowLink({ row: { id, kind, row, state } }: { readonly row: MoveInRow }) {
  const text = `${kindNames[kind]}, ${numberText(row)}`;
  if (state !== 'adopted') return text;
  switch (kind) {
    case 'holders':
      return (
        <Link to="/holders/$holderId" params={{ holderId: id }}>
          {text}
        </Link>
      );
    case 'lines':
      return (
        <Link to="/lines/$lineId" params={{ lineId: id }}>
          {text}
        </Link>
      );
    case 'numbers':
    case 'sims':
      return (
        <Link to="/resources/$resourceId" params={{ resourceId: id }}>
          {text}
        </Link>
      );
    case 'subscriptions':
      return (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
          {text}
        </Link>
      );
    case 'invoices':
      return (
        <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
          {text}
        </Link>
      );
    default:
      return text;
  }
}
