import { resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import type { Resource } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Masked } from '../ui/masked.tsx';
import { Section } from '../ui/page.tsx';
import selectStyles from '../ui/select.module.css';
import { SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { usePoolResources } from './use-pool.ts';

const route = getRouteApi('/pools/$poolId');

/** The numbers or SIMs of a pool, those that changed last first. */
export function PoolResources({ poolId }: { readonly poolId: string }) {
  const { status } = route.useSearch();
  const navigate = useNavigate();
  const list = usePoolResources(poolId, status);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section
      title={t('Numbers and SIMs')}
      beside={
        <select
          className={selectStyles.select}
          aria-label={t('Status')}
          value={status ?? ''}
          onChange={({ target }) =>
            void navigate({
              to: '/pools/$poolId',
              params: { poolId },
              search: { status: target.value || undefined },
              resetScroll: false,
            })
          }
        >
          <option value="">{t('Status: any')}</option>
          {resourceLifecycle.statuses.map((one) => (
            <option key={one} value={one}>
              {toWords(one, 'resource')}
            </option>
          ))}
        </select>
      }
    >
      {list.isError && <SmallFailure error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && rows.length === 0 && <p className={styles.muted}>{t('There is none.')}</p>}
      {rows.length > 0 && <Table label={t('Numbers and SIMs')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? t('Loading …') : t('Show more')}
          </Button>
        </div>
      )}
    </Section>
  );
}

const columns: readonly TableColumn<Resource>[] = [
  {
    name: t('Code'),
    cell: ({ id, externalCode }) => (
      <Link to="/resources/$resourceId" params={{ resourceId: id }}>
        <Masked text={externalCode} />
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="resource" status={status} /> },
  { name: t('Changed'), kind: 'time', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];
