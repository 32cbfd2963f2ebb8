import type { ApiKey, Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

export function KeysPage() {
  const brokerName = useBrokerName();
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }): Promise<ListPage<ApiKey>> => await linework.apiKeys.list({ limit: 100 }, { signal }),
  });
  return (
    <Page title="API keys" scrolls actions={(keys.data?.items.length ?? 0) > 0 && <CsvButton path="/api-keys" />}>
      {keys.isPending && <Loading what="the keys" />}
      {keys.isError && <Failure error={keys.error} onRetry={keys.refetch} />}
      {keys.data?.items.length === 0 && <Empty title="There is no key" />}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <Table label="API keys" rows={keys.data.items} keyOf={({ id }) => id} columns={columns(brokerName)} />
      )}
    </Page>
  );
}

const columns = (brokerName: (id: string) => string): readonly TableColumn<ApiKey>[] => [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Broker', cell: ({ brokerId }) => (brokerId === undefined ? 'the operators' : brokerName(brokerId)) },
  { name: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  { name: 'Last used', kind: 'time', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { name: 'Created', kind: 'time', isWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** A few scopes are named, many are counted: a key of a broker has more than twenty. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length <= 4) return scopes.join(', ');
  return (
    <details>
      <summary>{scopes.length} scopes</summary>
      {scopes.join(', ')}
    </details>
  );
}
