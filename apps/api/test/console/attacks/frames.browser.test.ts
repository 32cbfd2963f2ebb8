import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '@linework/testing/run/needs';
import { afterAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../program/browser.ts';
import { send } from '../../support/send.ts';
import { startTestConsole } from '../test-console.ts';

const folder = mkdtempSync(join(tmpdir(), 'linework-pages-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title><button>Retry all</button>');
const console = await startTestConsole({ folder });
afterAll(async () => {
  await console.close();
  rmSync(folder, { recursive: true });
});

describe('a page of the console in a frame of another site', () => {
  needs('chromium');

  it.each(['/console/', '/console/orders/1', '/console/api/session'])(
    'is forbidden by the headers of %s',
    async (path) => {
      const { headers } = await send(console.port, { path });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    },
  );

  it('is not shown by a browser', async () => {
    const trap = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<iframe src="http://127.0.0.1:${console.port}/console/"></iframe>`);
    });
    await new Promise<void>((resolve) => void trap.listen(0, '127.0.0.1', resolve));
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://localhost:${(trap.address() as AddressInfo).port}/`);
      // The frame has no address until it has been loaded or refused. On a busy machine that is after the event `load`
      // of the page.
      const addresses = expect.poll(() => page.frames().map((frame) => frame.url()));
      await addresses.toEqual([expect.stringContaining('http://localhost'), 'chrome-error://chromewebdata/']);
    } finally {
      await browser.close();
      trap.closeAllConnections();
      trap.close();
    }
  });
});
