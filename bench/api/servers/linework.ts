import { createApiKey } from '@linework/api-keys/create-api-key';
import { startApi } from '@linework/testing/processes/start-api';
import { startRedis } from '../../services/redis.ts';
import type { Server } from './server.ts';

/**
 * The API with its default settings, except the limits of a key, which the load would exceed at once. Without a worker,
 * placed orders stay pending.
 */
export const linework: Server = {
  name: 'Linework',
  does:
    'key, scopes, limits, validation, the broker filter of every query, problem documents, a log line for each ' +
    'request, a wake-up for each order',
  async start({ databaseUrl, db, brokerId }) {
    const redis = await startRedis();
    const { key } = await createApiKey(db, {
      name: 'bench',
      brokerId,
      scopes: ['orders:read', 'inventory:read', 'lines:write'],
    });
    const api = await startApi({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, CHECK_RESPONSES: 'false' });
    return {
      url: api.url,
      headers: { 'X-API-Key': key },
      async stop() {
        await api.stop();
        await redis.stop();
      },
    };
  },
};
