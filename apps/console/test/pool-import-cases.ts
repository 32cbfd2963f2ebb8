import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '@linework/auth/scopes';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { findBarriers } from './a-browser.ts';
import type { Night } from './a-night.ts';
import { answer, list, load } from './visit.ts';

/** The page of an administrator, who is signed in. */
interface Given {
  readonly page: Page;
  readonly night: Night;
}

/** Opens the dialog that imports into a pool, and chooses a file with this content. */
async function openImport({ page, night }: Given, content: string, pool = 'Recife 81'): Promise<void> {
  await load(page, night, '/pools');
  await page.getByRole('link', { name: pool }).click();
  await page.getByRole('button', { name: 'Import …' }).click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** The content of the file that a button saves. */
async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return await readFile(await (await download).path(), 'utf8');
}

/** Whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Tests the import into a pool with a system that is started already. */
export function itImportsIntoPools(given: () => Given): void {
  it('check a file for a pool, import its good rows, and save the bad ones and the whole pool as CSV', async () => {
    const { page, night } = given();
    // Without the stream of changes only the import itself can read the pools again.
    const changes = '**/console/api/changes';
    await page.route(changes, () => undefined);
    await openImport(given(), ['externalCode', '+5581987650001', '+5581987650002', '+558133330003'].join('\n'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('2 rows can be imported. 1 bad row would be left out.').waitFor();
    await page.getByRole('row', { name: /^4 masked 0003 externalCode is not a mobile number/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await night.system.db.prisma.resource.count({ where: { externalCode: '+5581987650001' } })).toBe(0);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 rows were imported. 1 bad row was left out.').waitFor();
    expect(await saved(page, 'Bad rows as CSV')).toBe(
      'line,externalCode,reason\r\n4,*********0003,externalCode is not a mobile number of its country.\r\n',
    );
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('main').getByText('122', { exact: true }).first().waitFor();
    const rows = (await saved(page, 'CSV')).trimEnd().split('\r\n');
    expect(rows[0]).toMatch(/^id,.*externalCode/);
    expect(rows).toHaveLength(123);
    await page.getByRole('link', { name: 'Pools', exact: true }).first().click();
    await page.getByRole('row', { name: /^Recife 81 .* 122 122 20$/ }).waitFor();
    await page.unroute(changes);
  });

  it('show how much of a file was sent, and stop an import only by its button', async () => {
    const { page } = given();
    // Sent in six minutes: longer than a slow machine looks at the page, and never without a byte for 30 s, after which
    // the server ends it.
    const bytesPerSecond = 4_000;
    const codes = Array.from({ length: 100_000 }, (_, at) => `+55819${70_000_000 + at}`);
    await openImport(given(), ['externalCode', ...codes].join('\n'));
    await page.getByRole('button', { name: 'Check' }).click();
    const network = await page.context().newCDPSession(page);
    const slow = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network.send('Network.enable');
    onTestFinished(async () => void (await slow(-1)));
    const importAll = page.getByRole('button', { name: 'Import 100,000 rows' });
    await importAll.waitFor();
    await slow(bytesPerSecond);
    await importAll.click();
    const bar = page.getByRole('progressbar', { name: 'Importing numbers.csv' });
    await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(25_000);
    await page.getByText(/ kB of 1.5 MB sent/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await asksBeforeLeaving(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stop');
    await page.keyboard.press('Enter');
    await page.getByText('You stopped it. The rows that were imported before stay in the pool.').waitFor();
    expect(await asksBeforeLeaving(page)).toBe(false);
    await slow(-1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const available = page.getByRole('main').locator('li:has([data-status=available]) b');
    await expect.poll(() => available.textContent()).not.toBe('122');
  });

  it('ask whether the ICCIDs of a file have their check digit, and import only what was found good', async () => {
    const { page } = given();
    await openImport(given(), 'externalCode\n895501000000000099\n', 'SIMs, profile 3');
    await page.getByLabel('Check digit of the ICCIDs').selectOption('missing');
    const request = page.waitForRequest(/dryRun=true&checkDigit=missing$/);
    await page.getByRole('button', { name: 'Check' }).click();
    await request;
    await page.getByText('0 rows can be imported. 1 bad row would be left out.').waitFor();
    expect(await page.getByRole('button', { name: 'Import 0 rows' }).isDisabled()).toBe(true);
    await page.getByLabel('Check digit of the ICCIDs').selectOption('present');
    await page.getByRole('button', { name: 'Check' }).waitFor();
  });

  it('say why a file was not imported, and ask to sign in only when that was read', async () => {
    const { page } = given();
    const route = /\/resources\/import\?/;
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await openImport(given(), 'code\n1\n');
    const check = page.getByRole('button', { name: 'Check' });
    await check.click();
    await page.getByRole('alert').getByText('has no externalCode column. Nothing was imported.').waitFor();
    const removed = join(folder, 'numbers.csv');
    await writeFile(removed, 'externalCode\n');
    await page.getByLabel('File', { exact: true }).setInputFiles(removed);
    rmSync(removed);
    await check.click();
    await page.getByText('The browser cannot read the file any more').waitFor();
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from('externalCode\n') });
    await answer(page, route, 413, {});
    await check.click();
    await page.getByText('does not take a file of this size').waitFor();
    await page.unroute(route);
    await page.route(route, (request) => request.abort());
    await check.click();
    await page.getByText('The connection to the server was lost. Nothing was imported.').waitFor();
    await page.unroute(route);
    await answer(page, route, 401, { code: 'not-signed-in' });
    await check.click();
    await page.getByText('Your session has ended. Nothing was imported.').waitFor();
    await page.unroute(route);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
  });

  it('let only an administrator import', async () => {
    const { page, night } = given();
    const session = {
      operator: { id: night.failedOrderId, name: 'Rui', role: 'operator', scopes, mustChangePassword: false },
      expiresAt: new Date().toISOString(),
    };
    await answer(page, list('/session'), 200, session);
    await load(page, night, '/pools');
    await page.getByRole('link', { name: 'Recife 81' }).click();
    const button = page.getByRole('button', { name: 'Import …' });
    expect(await button.getAttribute('title')).toBe('Only an administrator can import resources.');
    expect(await button.isDisabled()).toBe(true);
    await page.unroute(list('/session'));
  });
}
