import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { scopes } from '@linework/auth/scopes';
import { needs } from '@linework/testing/run/needs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { openWatchedPage, overflows, type Screen, setScreen, startBrowser, type WatchedPage } from './browser.ts';

const vendored = (name: string) => readFileSync(new URL(`../../vendor/${name}`, import.meta.url));

it('/docs has the file of Scalar that was vendored', () => {
  const sha256 = createHash('sha256').update(vendored('scalar-api-reference.js.gz')).digest('hex');
  expect(sha256).toBe(vendored('scalar-api-reference.sha256').toString().trim());
});

const screens: readonly Screen[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
];

describe('in a browser', () => {
  needs('chromium');
  let api: TestApi;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    // Whoever has the key that /docs shows.
    const caller = { keyId: randomUUID(), brokerId: randomUUID(), scopes: scopes.filter((one) => one !== 'operator') };
    api = await startTestApi({ docsApiKey: 'lw_shown', findCaller: async () => caller });
    browser = await startBrowser();
    watched = await openWatchedPage(browser, new URL(api.url).origin);
  });

  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  async function expectFits({ page, messages, requestsElsewhere }: WatchedPage): Promise<void> {
    await expect.poll(() => overflows(page), { message: page.url() }).toBe(false);
    // Those of one page: what it reported is no error of the next one.
    const reported = [...messages.splice(0), ...requestsElsewhere.splice(0)];
    expect(reported, `${new URL(page.url()).pathname} reported ${reported.join(', ')}`).toEqual([]);
  }

  // To load the reference takes a second of the processor, so both screens show it as it was loaded once.
  describe('/docs', () => {
    beforeAll(async () => {
      await watched.page.goto(`${api.url}/docs#tag/lines`);
    });

    it.each(screens)('shows the reference at $width pixels, and loads nothing from elsewhere', async (screen) => {
      const { page } = watched;
      await setScreen(page, screen);
      await page.getByText('A line is a number and a SIM').first().waitFor();
      await expectFits(watched);
      expect(await page.locator('body').innerText()).toContain('OpenAPI 3.1');
    });

    it('shows the recorded samples with the key, and none that Scalar generates', async () => {
      const { page } = watched;
      await setScreen(page, { width: 1440, colorScheme: 'light' });
      await page.goto(`${api.url}/docs#tag/lines/POST/lines/{id}/block`);
      const sample = page.locator('section[id$="tag/lines/POST/lines/{id}/block"]');
      await expect.poll(() => sample.innerText()).toContain('-H "Idempotency-Key: $(uuidgen)"');
      await sample.getByRole('button', { name: 'curl' }).click();
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['curl', 'SDK', 'linework']);
      await page.keyboard.press('Escape');
    });

    it('has the operations that delete a line last of their group, under different names', async () => {
      const links = await watched.page.locator('a[href*="tag/lines/"]').allInnerTexts();
      const names = links.map((text) => text.split('\n')[0]?.trim());
      expect(names.slice(-2)).toEqual(['Delete a line', 'Delete a line, by the method DELETE']);
    });

    it('finds an operation by its verb before anything else', async () => {
      const { page } = watched;
      await page.keyboard.press('Control+k');
      for (const [word, title] of [
        ['block', 'Block a line'],
        ['refund', 'List refunds'],
        ['cancel order', 'Cancel an order'],
      ]) {
        await page.locator('[role=dialog] input').fill(word ?? '');
        await expect.poll(() => page.getByRole('option').first().innerText()).toContain(title);
      }
      await page.keyboard.press('Escape');
    });

    it.each(screens)('breaks no status of its tables at $width pixels', async (screen) => {
      const { page } = watched;
      await setScreen(page, screen);
      const lines = await page.getByRole('cell', { name: '405', exact: true }).evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect(lines).toBe(1);
    });
  });

  describe('/guides', () => {
    it.each(['', '/first-order', '/operators', '/problems'])(
      '%s shows a guide at each width, and loads nothing from elsewhere',
      async (path) => {
        const { page } = watched;
        await page.goto(`${api.url}/guides${path}`);
        for (const screen of screens) {
          await setScreen(page, screen);
          await page.getByText('This page as Markdown').first().waitFor();
          await expectFits(watched);
          expect(await page.locator('body').innerText()).toContain('Linework');
        }
      },
    );

    it('finds a page by its words', async () => {
      const { page } = watched;
      await page.goto(`${api.url}/guides`);
      await page.keyboard.press('/');
      await page.keyboard.type('idempot');
      await page.locator('#found a').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/guides/idempotency*');
    });
  });
});
