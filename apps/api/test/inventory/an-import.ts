import { importResourcesRoute } from '@linework/schemas/inventory/resources.routes';
import { aBroker, type TestBroker } from '@linework/testing/a-broker';
import { aPool, type PoolOptions } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import type { TestApi, TestClient } from '../support/test-api.ts';

interface ImportOptions {
  readonly mediaType?: 'text/csv' | 'application/x-ndjson';
  readonly query?: {
    readonly dryRun?: boolean;
    readonly atomic?: boolean;
    readonly checkDigit?: 'present' | 'missing';
    readonly importId?: string;
  };
}

/** Sends files to the import and reads the results. */
export function createImporter(api: TestApi, client: TestClient) {
  let broker: Promise<TestBroker> | undefined;
  const createBrokerWithAllRanges = async () => {
    const created = await aBroker(api.db);
    await everyRange(api.db, created);
    return created;
  };
  return {
    /** A pool whose broker has ranges for all codes. */
    async aPoolToFill(wishes: PoolOptions = {}) {
      broker ??= createBrokerWithAllRanges();
      return aPool(api.db, { brokerId: (await broker).id, ...wishes });
    },
    importFile: (
      poolId: string,
      content: string | ReadableStream<Uint8Array>,
      { mediaType = 'text/csv', query = {} }: ImportOptions = {},
    ) => client.call(importResourcesRoute, { params: { poolId }, query, stream: { mediaType, content } }),
    async codesIn(poolId: string): Promise<readonly string[]> {
      const found = await api.db.prisma.resource.findMany({ where: { poolId }, orderBy: { externalCode: 'asc' } });
      return found.map(({ externalCode }) => externalCode);
    },
  };
}

/** A CSV file of valid mobile numbers. */
export function buildNumbersCsv({ from, count }: { readonly from: number; readonly count: number }): string {
  return `externalCode\n${Array.from({ length: count }, (_, at) => `+55219${from + at}\n`).join('')}`;
}
