import type { Page as ListPage, WebhookEndpoint } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { numberText, t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { endpointState } from '../webhooks/endpoint-state.ts';

interface OfBroker {
  readonly brokerId: string;
}

/** How many lines the broker has now, by status. */
export function BrokerLines({ brokerId }: OfBroker) {
  const counts = useQuery({
    queryKey: ['brokers', brokerId, 'lines'],
    queryFn: ({ signal }) => linework.lineCounts.get({ brokerId: [brokerId] }, { signal }),
    // The count reads every line of the broker.
    staleTime: 60_000,
  });
  const byStatus = new Map<string, number>();
  for (const { status, count } of counts.data?.items ?? []) byStatus.set(status, (byStatus.get(status) ?? 0) + count);
  return (
    <Section title={t('Lines')}>
      {counts.isPending && <Loading what={t('the counts')} />}
      {counts.isError && <Failure error={counts.error} onRetry={counts.refetch} />}
      {counts.isSuccess && byStatus.size === 0 && <p>{t('None yet.')}</p>}
      {byStatus.size > 0 && (
        <Facts>
          {[...byStatus]
            .sort(([, one], [, other]) => other - one)
            .map(([status, count]) => (
              <Fact key={status} name={toWords(status, 'line')}>
                <Link to="/lines" search={{ brokerId, status }}>
                  {numberText(count)}
                </Link>
              </Fact>
            ))}
        </Facts>
      )}
    </Section>
  );
}

/** Where the broker's events go. */
export function BrokerWebhooks({ brokerId }: OfBroker) {
  const endpoints = useQuery({
    queryKey: ['webhook-endpoints', brokerId],
    queryFn: async ({ signal }): Promise<ListPage<WebhookEndpoint>> =>
      await linework.webhookEndpoints.list({ brokerId: [brokerId], limit: 100 }, { signal }),
  });
  const rows = endpoints.data?.items ?? [];
  return (
    <Section title={t('Webhooks')}>
      {endpoints.isPending && <Loading what={t('the webhook endpoints')} />}
      {endpoints.isError && <Failure error={endpoints.error} onRetry={endpoints.refetch} />}
      {endpoints.isSuccess && rows.length === 0 && (
        <p>{t('None: this broker reads the feed of events, or nothing.')}</p>
      )}
      {rows.length > 0 && <Table label={t('Webhooks')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
    </Section>
  );
}

const columns: readonly TableColumn<WebhookEndpoint>[] = [
  {
    name: t('Receiver'),
    cell: ({ id, description, url }) => (
      <Link to="/webhooks/$endpointId" params={{ endpointId: id }} title={url}>
        {description ?? url}
      </Link>
    ),
  },
  { name: t('Status'), cell: (endpoint) => <StatusBadge kind="webhook-endpoint" status={endpointState(endpoint)} /> },
  { name: t('Created'), kind: 'time', isWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
