import { readFileSync } from 'node:fs';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { createClient } from '@linework/http/client';
import { importResourcesRoute } from '@linework/schemas/inventory/resources.routes';
import { startApi } from '@linework/testing/processes/start-api';
import { anEmptyPool } from './a-pool.ts';
import { measure } from './measure.ts';
import type { ImportMethod } from './measured-import.ts';
import { createFile, numberAt } from './numbers.ts';

/** Sends the file over HTTP to an API, which is a separate process with its default settings. */
const upload =
  (query: { readonly atomic?: boolean }): ImportMethod =>
  async (rows) => {
    const { db, url, pool, check, close } = await anEmptyPool();
    const api = await startApi({ DATABASE_URL: url, CHECK_RESPONSES: 'false' });
    try {
      const { key } = await createApiKey(db, { name: 'bench', scopes });
      const client = createClient(api.url, { apiKey: key });
      const content = createFile(rows + 1, (at) => (at === 0 ? 'externalCode' : numberAt(at - 1)));
      const turn = await measure(rows, async () => {
        const response = await client.call(importResourcesRoute, {
          params: { poolId: pool.id },
          query,
          stream: { mediaType: 'text/csv', content },
        });
        if (response.status !== 200 || response.body.imported !== rows) throw new Error(JSON.stringify(response));
      });
      const peakMib = peakMemoryMib(api.process.pid);
      await check(rows);
      return { ...turn, peakMib };
    } finally {
      await api.stop();
      await close();
    }
  };

export const streamingImport = upload({});
export const atomicImport = upload({ atomic: true });

/** proc(5): the peak of the resident set. */
function peakMemoryMib(pid: number | undefined): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1_024;
}
