import type { ApiKey, Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import tableStyles from '../ui/table.module.css';
import { Time } from '../ui/time.tsx';

export function KeysPage() {
  const brokerName = useBrokerName();
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }): Promise<ListPage<ApiKey>> => await linework.apiKeys.list({ limit: 100 }, { signal }),
  });
  return (
    <Page title="API keys" scrolls>
      {keys.isPending && <Loading what="the keys" />}
      {keys.isError && <Failure error={keys.error} onRetry={keys.refetch} />}
      {keys.data?.items.length === 0 && <Empty title="There is no key" />}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Broker</th>
              <th scope="col">Scopes</th>
              <th scope="col">Last used</th>
              <th scope="col">Created</th>
            </tr>
          </thead>
          <tbody>
            {keys.data?.items.map((key) => (
              <tr key={key.id}>
                <th scope="row">{key.name}</th>
                <td>{key.brokerId === undefined ? 'the operators' : brokerName(key.brokerId)}</td>
                <td>
                  <Scopes scopes={key.scopes} />
                </td>
                <td className={tableStyles.time}>
                  <Time at={key.lastUsedAt} />
                </td>
                <td className={tableStyles.time}>
                  <Time at={key.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  );
}

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
