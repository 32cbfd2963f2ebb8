import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from '../support/send.ts';
import { publicUrl, startTestApi } from '../support/test-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'linework-downloads-'));
for (const name of ['linework-1.1.0-dev.tgz', 'linework-sdk-1.1.0-dev.tgz', 'made-from.sha256'])
  writeFileSync(join(folder, name), `content of ${name}`);
const api = await startTestApi({ downloadsFolder: folder });
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string) => send(api.port, { path });

describe('/downloads', () => {
  it('lists the addresses of the packages without a key', async () => {
    expect(await get('/downloads')).toMatchObject({
      status: 200,
      text: `${publicUrl}/downloads/linework-1.1.0-dev.tgz\n${publicUrl}/downloads/linework-sdk-1.1.0-dev.tgz\n`,
    });
  });

  it.each(['linework-1.1.0-dev.tgz', 'linework-sdk-1.1.0-dev.tgz'])('has the package %s', async (name) => {
    const { status, headers, text } = await get(`/downloads/${name}`);
    expect([status, headers['content-type'], text]).toEqual([200, 'application/gzip', `content of ${name}`]);
    expect((await send(api.port, { method: 'HEAD', path: `/downloads/${name}` })).text).toBe('');
    expect((await send(api.port, { method: 'POST', path: `/downloads/${name}` })).status).toBe(405);
  });

  it.each([
    ['linework.tgz', 'linework-1.1.0-dev.tgz'],
    ['linework-sdk.tgz', 'linework-sdk-1.1.0-dev.tgz'],
  ])('leads from %s to the version that it has', async (name, found) => {
    expect(await get(`/downloads/${name}`)).toMatchObject({
      status: 302,
      headers: { location: `/downloads/${found}` },
    });
  });

  it.each(['linework-sdk-1.0.0.tgz', 'made-from.sha256', '..%2fpackage.json', 'x'])(
    'does not have %s, and says what it has',
    async (name) => {
      const { status, text } = await get(`/downloads/${name}`);
      expect(status).toBe(404);
      expect(text).toContain('This API has linework-1.1.0-dev.tgz and linework-sdk-1.1.0-dev.tgz.');
    },
  );
});
