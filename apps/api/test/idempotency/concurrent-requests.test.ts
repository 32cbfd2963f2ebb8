import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();

describe('50 requests at once with one Idempotency-Key', () => {
  it.each([1, 2, 3])(
    'do their work once; every other response is that of the first, or 409 while it runs (round %i)',
    async (round) => {
      const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
      const headers = { 'Idempotency-Key': `at once ${round}`.replaceAll(' ', '-') };
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => client.call(blockLineRoute, { params: { id }, headers })),
      );
      const done = responses.filter(({ status }) => status === 200);
      const rejected = responses.filter(({ status }) => status !== 200);
      expect(done.filter((response) => !response.headers.has('Idempotency-Replayed'))).toHaveLength(1);
      expect(new Set(done.map(({ headers }) => headers.get('Location'))).size).toBe(1);
      for (const response of rejected) {
        expect(response).toMatchObject({ status: 409, body: { code: 'idempotency-in-flight' } });
        expect(response.headers.get('Retry-After')).toBe('1');
      }
      const { rows } = await api.db.pool.query('SELECT count(*)::int AS count FROM orders WHERE line_id = $1', [id]);
      expect(rows).toEqual([{ count: 1 }]);
      expect(api.wakeUps.splice(0)).toHaveLength(1);
    },
  );
});
