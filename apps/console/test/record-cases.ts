import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers } from './a-browser.ts';
import type { Names, Night } from './a-night.ts';
import { list, load, visit } from './visit.ts';

/** The page of an administrator, who is signed in. */
interface Given {
  readonly page: Page;
  readonly night: Night;
  readonly names: Names;
}

/** The id of nothing. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

/** The pages of records, with what is on them and the request without which they have nothing to show. */
export const recordPages = (night: Night) => [
  {
    name: 'incident',
    path: '/incidents/LINE_BLOCK/SUSPEND_NETWORK/HLR_UNKNOWN_SUBSCRIBER',
    shows: 'The HLR was restored from a backup',
    needs: list('/order-incidents'),
  },
  { name: 'pool', path: `/pools/${night.poolId}`, shows: 'Until empty', needs: /api\/inventory\/pools\/[\w-]+$/ },
  {
    name: 'resource',
    path: `/resources/${night.resourceId}`,
    shows: 'On lines',
    needs: /api\/inventory\/resources\/[\w-]+$/,
  },
  {
    name: 'removed-resource',
    path: `/resources/${night.removedResourceId}`,
    shows: 'They can be used again',
    needs: /api\/inventory\/resources\/[\w-]+\/events/,
  },
  {
    name: 'delivery',
    path: `/deliveries/${night.deliveryId}`,
    shows: 'attempt 1',
    needs: /api\/webhook-deliveries\/[\w-]+$/,
  },
];

/** Tests the pages of pools, resources, deliveries and incidents, and what the overview says of them. */
export function itHasPagesOfRecords(given: () => Given): void {
  it.each([
    ['pool', `/pools/${unknownId}`],
    ['pool', '/pools/no-id'],
    ['resource', `/resources/${unknownId}`],
    ['resource', '/resources/no-id'],
    ['delivery', `/deliveries/${unknownId}`],
    ['delivery', '/deliveries/no-id'],
    ['webhook endpoint', `/webhooks/${unknownId}`],
    ['incident', `/incidents/LINE_BLOCK/SUSPEND_NETWORK/${unknownId}`],
    ['incident', '/incidents/no-id/none/x'],
  ])('say calmly that there is no such %s at %s', async (what, path) => {
    const { page, night } = given();
    await load(page, night, path);
    await page.getByText(`There is no such ${what}`).waitFor();
    await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(0);
    await page.getByRole('link', { name: /^All / }).click();
    await page.getByRole('heading', { name: /^(?:Pools|Webhooks|Incidents)$/, level: 1 }).waitFor();
  });

  it('count on the tiles of the overview what the table below and the linked pages count', async () => {
    const { page, night } = given();
    await load(page, night, '/');
    const table = page.getByRole('table', { name: 'Orders by type' });
    await table.waitFor();
    const tile = async (name: string) =>
      Number((await page.getByRole('link', { name }).locator('b').innerText()).replaceAll(',', ''));
    const names = await table.getByRole('columnheader').allInnerTexts();
    const sum = async (name: string) => {
      const cells = await table.locator(`tbody tr > :nth-child(${names.indexOf(name) + 1})`).allInnerTexts();
      return cells.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0);
    };
    const pairs = [
      ['Need attention', 'Need attention'],
      ['Open orders', 'Open'],
      ['Orders that a pause stops', 'Paused'],
    ] as const;
    for (const [name, column] of pairs) expect([name, await tile(name)]).toEqual([name, await sum(column)]);
    expect(await tile('Orders that a pause stops')).toBeGreaterThan(0);
    await expect.poll(() => tile('Low pools')).toBeGreaterThan(0);
    const [failed, paused, low, failing] = await Promise.all(
      ['Need attention', 'Orders that a pause stops', 'Low pools', 'Failing webhooks'].map(tile),
    );
    await visit(page, night, '/incidents');
    await page.getByText(`${failed} failed orders are not repaired`).waitFor();
    await visit(page, night, '/work');
    await page.getByRole('row', { name: new RegExp(`Network .* ${paused} `) }).waitFor();
    await visit(page, night, '/pools');
    await page.getByRole('table', { name: 'Pools' }).waitFor();
    expect(await page.getByText('Low', { exact: true }).count()).toBe(low);
    await visit(page, night, '/webhooks');
    await page.getByRole('grid', { name: 'Webhook endpoints' }).waitFor();
    expect(await page.getByRole('grid').first().getByText('Failing', { exact: true }).count()).toBe(failing);
  });

  it('have a thin line while something is paused, with who paused it and how many orders wait', async () => {
    const { page, night } = given();
    for (const path of ['/', '/orders', `/pools/${night.poolId}`]) {
      await visit(page, night, path);
      await page
        .getByRole('complementary', { name: 'Paused now' })
        .getByText(/the system network.* \d+ orders? waits?/)
        .waitFor();
    }
    await page.getByRole('complementary', { name: 'Paused now' }).getByRole('link', { name: 'Pauses' }).click();
    await page.getByRole('columnheader', { name: 'Orders that wait' }).waitFor();
    await page.getByText('somebody resumes it').waitFor();
  });

  it('let a person leave and take an incident, write its note, and pause its step for a while', async () => {
    const { page, night } = given();
    await visit(page, night, '/incidents');
    await page.getByRole('grid', { name: 'Incidents' }).getByText(given().names.person).waitFor();
    await page.getByRole('link', { name: 'HLR_UNKNOWN_SUBSCRIBER' }).click();
    await page.getByText('You are on it').waitFor();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page.getByText('Nobody is on it.').waitFor();
    await page.getByRole('button', { name: 'I am on it' }).click();
    await page.getByText('You are on it').waitFor();
    await page.getByRole('button', { name: 'Change the note …' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Wait for <b>the HLR</b>.');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Wait for <b>the HLR</b>.').waitFor();
    await page.getByRole('button', { name: 'Change the note …' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Retry now.');
    const { prisma } = night.system.db;
    await prisma.incident.updateMany({
      where: { errorCode: 'HLR_UNKNOWN_SUBSCRIBER' },
      data: { note: 'Do not retry.' },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Somebody has changed this meanwhile.').waitFor();
    await page.getByRole('alert').getByText('Do not retry.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await prisma.incident.count({ where: { note: 'Do not retry.' } })).toBe(1);
    await page.getByRole('button', { name: 'Pause this step …' }).click();
    await page.getByLabel('How long').selectOption('for 30 minutes');
    await page.getByLabel('Reason').fill('the HLR is restored');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText(/has paused this step/).waitFor();
    await page.getByRole('complementary', { name: 'Paused now' }).getByText('2 pauses').waitFor();
    await visit(page, night, '/work');
    await page
      .getByRole('row', { name: /Suspend network.*in \d+ min/ })
      .getByRole('button', { name: 'Resume …' })
      .click();
    await page.getByLabel('Reason').fill('tried');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Pauses' }).getByText('Suspend network').waitFor({ state: 'detached' });
  });

  it('undo an import on the page of its pool, and lead from there to each number', async () => {
    const { page, night } = given();
    await visit(page, night, `/pools/${night.poolId}`);
    const row = page.getByRole('table', { name: 'Imports' }).getByRole('row').nth(1);
    await expect.poll(() => row.innerText()).toMatch(/\s3\s+2\s/);
    await row.getByRole('button', { name: 'Undo …' }).click();
    await page.getByRole('button', { name: 'Remove 2 resources' }).click();
    await page.getByText('2 resources were removed.').waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('undone').waitFor();
    await page.getByLabel('Status').selectOption('active');
    await page.waitForURL(/status=active/);
    await page.getByRole('table', { name: 'Numbers and SIMs' }).getByRole('link').first().click();
    await page.getByText('On lines').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'São Paulo 11, mobile' }).waitFor();
  });

  it('send an event again, and lead to its new delivery', async () => {
    const { page, night } = given();
    await visit(page, night, '/webhooks?status=waiting');
    await page.getByRole('grid', { name: 'Deliveries' }).getByRole('link').first().click();
    await page.getByText('attempt 1').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('link', { name: 'the new delivery' }).click();
    await page.getByRole('link', { name: 'after this one' }).waitFor();
  });

  it('are found by the search: a pool by its name, a delivery by its id, an incident by its error', async () => {
    const { page, night } = given();
    for (const [text, heading] of [
      ['recife', 'Recife 81'],
      [night.deliveryId, /./],
      ['hlr_unknown', 'HLR_UNKNOWN_SUBSCRIBER'],
    ] as const) {
      await visit(page, night, `/search?q=${text}`);
      await page.locator('main li').getByRole('link').first().click();
      await page.waitForURL(/pools|deliveries|incidents/);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
  });
}
