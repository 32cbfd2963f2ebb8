import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { System } from '@linework/testing/processes/start-system';
import { until } from '@linework/testing/processes/until';

/** Bulk operations over the interface of a running system. */
export function bulkClient({ client }: System) {
  const asked = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await client.ask(method, path, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text) as Body;
  };
  const find = (id: string) => asked<BulkOperation>('GET', `/bulk-operations/${id}`);
  return {
    block: (lines: readonly { readonly id: string }[]) =>
      asked<BulkOperation>('POST', '/bulk-operations', { operation: 'block', lineIds: lines.map(({ id }) => id) }),
    find,
    cancel: (id: string) => asked<BulkOperation>('POST', `/bulk-operations/${id}/cancel`),
    /** The operation, once it is as said. */
    async reaches(id: string, what: string, isSo: (bulk: BulkOperation) => boolean): Promise<BulkOperation> {
      let bulk = await find(id);
      const look = async () => {
        bulk = await find(id);
        return isSo(bulk);
      };
      await until(`bulk operation ${id} ${what}`, look);
      return bulk;
    },
  };
}
