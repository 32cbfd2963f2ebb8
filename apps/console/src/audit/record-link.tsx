import { Link, type LinkProps } from '@tanstack/react-router';
import { toWords } from '../ui/text/status-tone.ts';

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

const names: Readonly<Record<string, string>> = { operator: 'Person', 'bulk-operation': 'Batch' };

/** A record by its kind and the end of its id. It is a link if the console has a page for its kind. */
export function RecordLink({ type, id }: { readonly type: string; readonly id: string }) {
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
