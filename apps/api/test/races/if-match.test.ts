import { anActiveLine } from '@linework/testing/a-line';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PlainResponse, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();

async function aLineWithEtag() {
  const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
  return { id, etag: await etagOf(id) };
}

const headers = { 'X-API-Key': client.key, 'Content-Type': 'application/json' };
const read = (id: string) => send(api.port, { path: `/lines/${id}`, headers });
const etagOf = async (id: string) => (await read(id)).headers.etag ?? '';

function change(
  id: string,
  etag: string,
  { note, ...more }: { readonly note: string; readonly [header: string]: string },
): Promise<PlainResponse> {
  const body = JSON.stringify({ metadata: { note } });
  return send(api.port, {
    method: 'PATCH',
    path: `/lines/${id}`,
    headers: { ...headers, 'If-Match': etag, ...more },
    body,
  });
}

const noteOf = async (id: string) => JSON.parse((await read(id)).text).metadata.note;

describe('two concurrent writers with the same ETag', () => {
  it.each([{}, { 'Idempotency-Key': 'yes' }])('get one change and one 412 without a change (%o)', async (more) => {
    for (let round = 0; round < 20; round += 1) {
      const { id, etag } = await aLineWithEtag();
      const keyed = (name: string) => ('Idempotency-Key' in more ? { 'Idempotency-Key': `${name}-${id}` } : {});
      const responses = await Promise.all(['one', 'other'].map((note) => change(id, etag, { note, ...keyed(note) })));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      expect(await noteOf(id)).toBe(responses[0]?.status === 200 ? 'one' : 'other');
    }
  });

  it('wait for each other: the second one gets a 412 after the commit of the first', async () => {
    const { id, etag } = await aLineWithEtag();
    const other = await api.db.pool.connect();
    onTestFinished(() => other.release());
    await other.query('BEGIN');
    await other.query('UPDATE line SET metadata = \'{"note":"first"}\', updated_at = now() WHERE id = $1', [id]);
    const response = change(id, etag, { note: 'second' });
    await waitUntil('the second writer waits for the row', async () => {
      const { rows } = await api.db.pool.query(
        `SELECT
         FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE%'`,
      );
      return rows.length > 0;
    });
    await other.query('COMMIT');
    expect((await response).status).toBe(412);
    expect(await noteOf(id)).toBe('first');
  });
});

describe('a writer with the current ETag of the record', () => {
  it('changes the record, and continues with the ETag of the response', async () => {
    const { id, etag } = await aLineWithEtag();
    const first = await change(id, etag, { note: 'first' });
    expect(first.status).toBe(200);
    expect(first.headers.etag).toBe(await etagOf(id));
    const second = await change(id, first.headers.etag ?? '', { note: 'second' });
    expect(second.status).toBe(200);
    expect((await change(id, etag, { note: 'third' })).status).toBe(412);
    expect(await noteOf(id)).toBe('second');
  });

  it('may send several ETags or *', async () => {
    const { id, etag } = await aLineWithEtag();
    expect((await change(id, `"other" , ${etag}`, { note: 'a' })).status).toBe(200);
    expect((await change(id, '*', { note: 'b' })).status).toBe(200);
    expect((await change(id, 'not-a-tag', { note: 'c' })).status).toBe(400);
  });

  it('places an order on the line, unlike one with an old ETag', async () => {
    const { id, etag } = await aLineWithEtag();
    const block = () =>
      send(api.port, {
        method: 'POST',
        path: `/lines/${id}/block`,
        headers: { 'X-API-Key': client.key, 'If-Match': etag },
      });
    const blocked = await block();
    expect([blocked.status, blocked.headers.etag]).toEqual([200, await etagOf(id)]);
    expect((await block()).status).toBe(412);
  });

  it('gets the same response for the same Idempotency-Key, and after a 412 may use the key with another ETag', async () => {
    const { id, etag } = await aLineWithEtag();
    const keyed = { 'Idempotency-Key': `again-${id}`, note: 'once' };
    expect((await change(id, '"stale"', keyed)).status).toBe(412);
    const first = await change(id, etag, keyed);
    expect(first.status).toBe(200);
    const replayed = await change(id, etag, keyed);
    expect([replayed.status, replayed.text, replayed.headers.etag]).toEqual([200, first.text, first.headers.etag]);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
  });
});
