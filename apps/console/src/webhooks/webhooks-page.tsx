import type { Page as ListPage, WebhookEndpoint } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { endpointState } from './endpoint-state.ts';
import styles from './webhooks.module.css';

const route = getRouteApi('/webhooks');
const pollMs = 15_000;

/** The receivers of events with what is wrong with them, and below them the deliveries to all of them. */
export function WebhooksPage() {
  const navigate = useNavigate();
  const { status } = route.useSearch();
  const brokerName = useBrokerName();
  const endpoints = useQuery({
    queryKey: ['webhook-endpoints'],
    queryFn: async ({ signal }): Promise<ListPage<WebhookEndpoint>> =>
      await linework.webhookEndpoints.list({ limit: 100 }, { signal }),
    // Whether a receiver fails is no event.
    refetchInterval: pollMs,
  });
  const rows = endpoints.data?.items ?? [];
  return (
    <Page
      title={t('Webhooks')}
      beside={rows.length > 0 && <span className={styles.muted}>{summary(rows)}</span>}
      actions={<CsvButton path="/webhook-deliveries" query={{ status }} isEmpty={rows.length === 0} />}
    >
      {endpoints.isPending && <Loading what={t('webhook endpoints')} />}
      {endpoints.isError && endpoints.data === undefined && (
        <Failure error={endpoints.error} onRetry={endpoints.refetch} />
      )}
      {endpoints.data !== undefined && rows.length === 0 && (
        <Empty icon={<Webhook size={22} aria-hidden />} title={t('No webhook endpoint')}>
          {t('A broker creates one with POST /webhook-endpoints. Until then it reads the feed of events.')}
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <div className={styles.top}>
            <Grid
              label={t('Webhook endpoints')}
              rows={rows}
              total={endpoints.data?.meta.total ?? rows.length}
              columns={columns(brokerName)}
              layout={styles.endpoints ?? ''}
              keyOf={({ id }) => id}
              onOpen={({ id }) =>
                void navigate({ to: '/webhooks/$endpointId', params: { endpointId: id }, search: {} })
              }
              footer={
                (endpoints.data?.meta.total ?? 0) > rows.length
                  ? t('The newest {shown} of {total} are shown.', {
                      shown: rows.length,
                      total: endpoints.data?.meta.total ?? 0,
                    })
                  : undefined
              }
            />
          </div>
          <Deliveries
            status={status}
            onStatus={(next) => void navigate({ to: '/webhooks', search: { status: next } })}
          />
        </>
      )}
    </Page>
  );
}

function summary(endpoints: readonly WebhookEndpoint[]): string {
  const bad = endpoints.filter((endpoint) => endpointState(endpoint) !== 'enabled').length;
  return bad === 0
    ? t('every receiver accepts its events')
    : t('{bad} of {total} failing or disabled', { bad, total: endpoints.length });
}

const columns = (brokerName: (id: string) => string): readonly Column<WebhookEndpoint>[] => [
  { name: t('State'), cell: (endpoint) => <StatusBadge kind="webhook-endpoint" status={endpointState(endpoint)} /> },
  {
    name: t('Address'),
    cell: ({ url, description }) => (
      <span title={url}>
        {url} <span className={styles.muted}>{description}</span>
      </span>
    ),
  },
  {
    name: t('Events'),
    className: styles.muted,
    cell: ({ types }) => (types.includes('*') ? t('all [events]') : types.join(', ')),
  },
  { name: t('Broker'), cell: ({ brokerId }) => (brokerId === undefined ? t('the operators') : brokerName(brokerId)) },
  { name: t('Failing since'), className: styles.muted, cell: ({ failingSince }) => <Time at={failingSince} /> },
];
