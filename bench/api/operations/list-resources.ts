import { manyResources } from '@linework/testing/volume/many-resources';
import type { Operation } from '../operation.ts';

/** The first twenty available numbers in one of a broker's four pools, and their count. */
export const listResources: Operation = {
  name: 'GET /inventory/resources',
  records: 'nothing',
  async prepare(db) {
    const { brokerIds, poolIds } = await manyResources(db, 1_000_000);
    let requestCount = 0;
    return {
      brokerId: brokerIds[0] as string,
      next() {
        requestCount += 1;
        return {
          method: 'GET',
          path: `/inventory/resources?status=available&poolId=${poolIds[requestCount % 4]}`,
          expectedText: '"total":',
        };
      },
    };
  },
};
