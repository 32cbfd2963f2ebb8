import type { AuditEntry, PageQuery } from '@linework/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { readPage } from '../api/read-page.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { Actor } from '../ui/actor.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import filtersStyles from '../ui/filters.module.css';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './audit.module.css';
import type { AuditSearch } from './audit-search.ts';
import { entrySentence } from './entry-sentence.ts';

/** The page of each kind of record that has one. */
const pageOf: Readonly<Record<string, (id: string) => Pick<LinkProps, 'to' | 'params' | 'search'>>> = {
  order: (orderId) => ({ to: '/orders/$orderId', params: { orderId } }),
  line: (lineId) => ({ to: '/lines/$lineId', params: { lineId } }),
  'bulk-operation': (batchId) => ({ to: '/batches/$batchId', params: { batchId } }),
  'webhook-endpoint': (endpointId) => ({ to: '/webhooks/$endpointId', params: { endpointId } }),
  pool: (poolId) => ({ to: '/pools/$poolId', params: { poolId } }),
  resource: (resourceId) => ({ to: '/resources/$resourceId', params: { resourceId } }),
  broker: (brokerId) => ({ to: '/brokers/$brokerId', params: { brokerId } }),
  pause: () => ({ to: '/work' }),
  operator: () => ({ to: '/people' }),
  'api-key': () => ({ to: '/keys' }),
};

const names: Readonly<Record<string, string>> = { operator: t('Person'), 'bulk-operation': t('Batch') };

/** A record by its kind and the end of its id. It is a link if the console has a page for its kind. */
function RecordLink({ type, id }: { readonly type: string; readonly id: string }) {
  const text = (
    <>
      {names[type] ?? toWords(type)} <code>…{id.slice(-8)}</code>
    </>
  );
  const page = pageOf[type]?.(id);
  if (page === undefined) return <span title={id}>{text}</span>;
  return (
    <Link {...page} title={id}>
      {text}
    </Link>
  );
}

const route = getRouteApi('/audit');

/** Who did what, newest first: of everybody, of one person or key, or to one record. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const brokerName = useBrokerName();
  const list = useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: ({ pageParam, signal }) => readPage<AuditEntry, undefined>('/audit', pageParam, signal),
    initialPageParam: { ...toQuery(search), limit: '100' } as PageQuery,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const choose = (changed: AuditSearch) => void navigate({ to: '/audit', search: { ...search, ...changed } });
  return (
    <Page
      title={t('Audit')}
      actions={<CsvButton path="/audit" query={toQuery(search)} isEmpty={rows.length === 0} />}
      beside={
        <Tabs
          label={t('Who')}
          tabs={actors}
          value={actorOf(search)}
          onChange={(actor) => choose({ actor, keyId: undefined })}
        />
      }
    >
      <Filters search={search} first={rows[0]} onChoose={choose} />
      {list.isPending && <Loading what={t('the audit')} />}
      {list.isError && rows.length === 0 && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty icon={<ScrollText size={22} aria-hidden />} title={t('Nobody did that')}>
          {t('No request of a person or a key has these filters.')}
        </Empty>
      )}
      {rows.length > 0 && (
        <Grid
          label={t('Audit')}
          rows={rows}
          total={list.hasNextPage ? -1 : rows.length}
          columns={columns(brokerName, choose)}
          layout={styles.layout ?? ''}
          keyOf={({ id }) => id}
          onOpen={({ resource }) => choose({ recordId: resource.id })}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={list.isFetchingNextPage ? t('Loading more …') : undefined}
        />
      )}
    </Page>
  );
}

const actors = [
  ['person', t('People')],
  ['key', t('Keys')],
  ['any', t('Everybody')],
] as const;

/** People first. Who follows a link to a key, a person or a record sees everything of it. */
const actorOf = ({ actor, keyId, recordId }: AuditSearch): string =>
  actor ?? (keyId === undefined && recordId === undefined ? 'person' : 'any');

/** What the API is asked for. A day of the address is a whole day of this browser's zone. */
function toQuery(search: AuditSearch): Readonly<Record<string, string | undefined>> {
  const { createdAtFrom, createdAtTo, ...others } = search;
  const actor = actorOf(search);
  return {
    ...others,
    actor: actor === 'any' ? undefined : actor,
    createdAtFrom: createdAtFrom && new Date(`${createdAtFrom}T00:00:00`).toISOString(),
    createdAtTo: createdAtTo && new Date(`${createdAtTo}T23:59:59.999`).toISOString(),
  };
}

interface FiltersProps {
  readonly search: AuditSearch;
  readonly first: AuditEntry | undefined;
  readonly onChoose: (changed: AuditSearch) => void;
}

function Filters({ search, first, onChoose }: FiltersProps) {
  const texts: Readonly<Record<(typeof chipFilters)[number], string>> = {
    keyId: actorName(first) ?? `…${search.keyId?.slice(-8)}`,
    recordId: `${first === undefined ? t('record') : toPhrase(first.resource.type)} …${search.recordId?.slice(-8)}`,
    type: toWords(search.type ?? ''),
    text: `“${search.text}”`,
  };
  const set = chipFilters.filter((name) => search[name] !== undefined);
  return (
    <div className={filtersStyles.filters}>
      <search className={styles.text}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onChoose({ text: String(new FormData(event.currentTarget).get('text')).trim() || undefined });
          }}
        >
          <input
            // The filter may be removed elsewhere: by its chip, or by going back.
            key={search.text ?? ''}
            type="search"
            name="text"
            maxLength={100}
            placeholder={t('Reason or name')}
            aria-label={t('A part of the reason or of the name')}
            defaultValue={search.text}
            enterKeyHint="search"
          />
        </form>
      </search>
      <Day name={t('From')} day={search.createdAtFrom} onChoose={(createdAtFrom) => onChoose({ createdAtFrom })} />
      <Day name={t('to [a day]')} day={search.createdAtTo} onChoose={(createdAtTo) => onChoose({ createdAtTo })} />
      {set.length === 0 && (
        <span className={styles.hint}>{t('Choose a person, an action or a record in a row to see only that.')}</span>
      )}
      {set.map((name) => (
        <FilterChip
          key={name}
          label={labels[name]}
          text={texts[name]}
          value={search[name]}
          onRemove={() => onChoose({ [name]: undefined })}
        />
      ))}
    </div>
  );
}

interface DayProps {
  readonly name: string;
  readonly day: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

const Day = ({ name, day, onChoose }: DayProps) => (
  <label className={styles.day}>
    {name}
    <input type="date" value={day ?? ''} onChange={({ target }) => onChoose(target.value || undefined)} />
  </label>
);

const chipFilters = ['text', 'keyId', 'recordId', 'type'] as const;
const labels: Readonly<Record<(typeof chipFilters)[number], string>> = {
  text: t('Says'),
  keyId: t('By'),
  recordId: t('Record'),
  type: t('Action'),
};

type ActorText = { readonly [member in 'name' | 'keyId' | 'operatorId']?: string };
const actorName = (entry: AuditEntry | undefined): string | undefined => (entry?.actor as ActorText | undefined)?.name;
const actorId = ({ actor }: AuditEntry): string | undefined =>
  (actor as ActorText | undefined)?.operatorId ?? (actor as ActorText | undefined)?.keyId;

const columns = (
  brokerName: (id: string) => string,
  choose: (changed: AuditSearch) => void,
): readonly Column<AuditEntry>[] => [
  { name: t('When'), className: styles.muted, cell: ({ at }) => <Time at={at} /> },
  {
    name: t('Who and why'),
    cell: (entry) => (
      <button
        type="button"
        className={styles.choice}
        title={t('Only what this person or key did')}
        onClick={() => choose({ keyId: actorId(entry) })}
      >
        <Actor event={entry} />
      </button>
    ),
  },
  {
    name: t('What'),
    cell: (entry) => (
      <button
        type="button"
        className={styles.choice}
        title={t('Only {type}', { type: toPhrase(entry.type) })}
        onClick={() => choose({ type: entry.type })}
      >
        {entrySentence(entry) ?? toWords(entry.type)}
      </button>
    ),
  },
  { name: t('Record'), cell: ({ resource }) => <RecordLink type={resource.type} id={resource.id} /> },
  {
    name: t('Broker'),
    className: styles.muted,
    cell: ({ brokerId }) => (brokerId === undefined ? '–' : brokerName(brokerId)),
  },
];
