import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { System } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';

/** Bulk operations over the API of a running system. */
export function createBulkClient({ client }: System) {
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await client.send(method, path, body === undefined ? {} : { body });
    if (response.status >= 300) throw new Error(`${method} ${path} got ${response.status}: ${response.text}`);
    return JSON.parse(response.text) as Body;
  };
  const find = (id: string) => send<BulkOperation>('GET', `/bulk-operations/${id}`);
  return {
    block: (lines: readonly { readonly id: string }[]) =>
      send<BulkOperation>('POST', '/bulk-operations', { operation: 'block', lineIds: lines.map(({ id }) => id) }),
    find,
    cancel: (id: string) => send<BulkOperation>('POST', `/bulk-operations/${id}/cancel`),
    /** Waits until the operation is in the requested state and returns it. */
    async waitUntil(id: string, what: string, isReached: (bulk: BulkOperation) => boolean): Promise<BulkOperation> {
      let bulk = await find(id);
      const check = async () => {
        bulk = await find(id);
        return isReached(bulk);
      };
      await waitUntil(`bulk operation ${id} ${what}`, check);
      return bulk;
    },
  };
}
