import { implement } from '@linework/http/implement';
import { importResources as importFile } from '@linework/inventory/import/import-resources';
import { importResourcesRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const importResources = implement(
  importResourcesRoute,
  async ({ params, query, stream, caller }, { db, keyWrapper, runInTurn }: Deps) => ({
    status: 200,
    body: await importFile(db, {
      caller,
      poolId: params.poolId,
      file: stream,
      keyWrapper,
      throttleWrite: (write) => runInTurn(caller, write),
      ...query,
    }),
  }),
);
