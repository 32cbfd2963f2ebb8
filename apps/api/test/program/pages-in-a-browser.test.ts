import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { chromiumFile, startBrowser, visit } from './browser.ts';

const vendored = (name: string) => readFileSync(new URL(`../../vendor/${name}`, import.meta.url));

it('/docs has the file of Scalar that was vendored', () => {
  const sha256 = createHash('sha256').update(vendored('scalar-api-reference.js.gz')).digest('hex');
  expect(sha256).toBe(vendored('scalar-api-reference.sha256').toString().trim());
});

const screens = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
const where = chromiumFile === undefined ? 'in a browser (not run: Chromium is not installed)' : 'in a browser';

describe.skipIf(chromiumFile === undefined)(where, () => {
  let api: TestApi;
  let browser: Browser;

  beforeAll(async () => {
    api = await startTestApi({ docsApiKey: 'lw_shown' });
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  it.each(screens)('/docs shows the reference at $width pixels, and loads nothing from elsewhere', async (screen) => {
    const { text, ...seen } = await visit(browser, `${api.url}/docs#tag/lines`, { ...screen, until: 'A line is a number and a SIM' });
    expect(seen).toEqual({ messages: [], requestsElsewhere: [], overflows: false });
    expect(text).toContain('OpenAPI 3.1');
  });

  it.each(screens)('/docs breaks no status of its tables at $width pixels', async ({ width }) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(`${api.url}/docs`);
    const lines = await page.getByRole('cell', { name: '405', exact: true }).evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(1);
    await page.close();
  });

  it.each(screens)('/guides shows the guides at $width pixels, and loads nothing from elsewhere', async (screen) => {
    for (const page of ['', '/first-order', '/operators', '/problems']) {
      const { text, ...seen } = await visit(browser, `${api.url}/guides${page}`, { ...screen, until: 'This page as Markdown' });
      expect(seen, page).toEqual({ messages: [], requestsElsewhere: [], overflows: false });
      expect(text).toContain('Linework');
    }
  });

  it('/guides finds a page by its words', async () => {
    const page = await browser.newPage();
    await page.goto(`${api.url}/guides`);
    await page.keyboard.press('/');
    await page.keyboard.type('idempot');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guides/idempotency*');
    await page.close();
  });
});
