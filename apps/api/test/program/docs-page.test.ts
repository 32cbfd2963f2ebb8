import { existsSync } from 'node:fs';
import { routes } from '@linework/schemas/routes';
import { chromium } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const browsers = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = browsers.find((path) => path !== undefined && existsSync(path));

const api = await startTestApi();
afterAll(() => api.close());

it.skipIf(executablePath === undefined)(
  'the page of the interface shows every operation in a browser, and fetches nothing from elsewhere',
  async () => {
    await using browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] });
    const page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
    const complaints: string[] = [];
    const asked = new Set<string>();
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.add(request.url()));
    await page.goto(`${api.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(routes.length);
    await page.locator('#operations-lines-blockLine').click();
    await page.locator('#operations-lines-blockLine .parameters').first().waitFor();
    const screenshot = process.env['DOCS_SCREENSHOT'];
    if (screenshot) await page.screenshot({ path: screenshot });
    expect(complaints).toEqual([]);
    expect([...asked].filter((url) => !url.startsWith(api.url) && !url.startsWith('data:'))).toEqual([]);
  },
  60_000,
);
