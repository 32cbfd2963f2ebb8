import { needs } from '@linework/testing/run/needs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, type WatchedPage } from './a-browser.ts';
import { enterPassword, type Office, openOffice } from './an-office.ts';
import { look } from './look.ts';
import { answer, list, load, visit } from './visit.ts';

needs('chromium');

let office: Office;
let watched: WatchedPage;

const line = (at: number): string => `/lines/${office.lineIds[at]}`;
const status = (page: Page, name: string) => page.locator('main header').getByText(name, { exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const forbidden = { type: 'https://x.example/p', title: 'Forbidden', status: 403, code: 'forbidden' };

describe('the actions on a line', () => {
  beforeAll(async () => {
    office = await openOffice({ lines: 5 });
    watched = await office.signIn('operator', line(0));
  });

  afterAll(() => office?.close());

  it('block it with a reason after a dry run, and show its order until it is done', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Block …', exact: true }).click();
    await dialog(page).getByText('Dry run').waitFor();
    expect(await dialog(page).getByRole('listitem').allInnerTexts()).toEqual(['suspend network', 'suspend resources']);
    expect(await findBarriers(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
    await dialog(page).getByText('This is missing.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reason');
    expect(await findBarriers(page)).toEqual([]);
    await look(page, 'block-line');
    await page.keyboard.type('the <b>phone</b> was stolen');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    const progress = page.getByRole('region', { name: 'The order' });
    await progress.getByText('Completed').waitFor();
    await status(page, 'Blocked').waitFor();
    await page.getByText('“the <b>phone</b> was stolen”').first().waitFor();
    await look(page, 'line-with-order');
  });

  it('offer only what its status and the person allow', async () => {
    const { page } = watched;
    await visit(page, office, line(0));
    await page.getByRole('button', { name: 'Unblock …' }).waitFor();
    expect(await page.getByRole('button', { name: 'Block …', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem').first().waitFor();
    const names = ['Swap SIM …', 'Change number …', 'Delete …', 'Change holder …'];
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(names);
    await page.keyboard.press('Escape');
    const care = await office.signIn('care', line(0));
    await care.page.getByRole('button', { name: 'More actions' }).click();
    await care.page.getByRole('menuitem').first().waitFor();
    const ofCare = names.filter((name) => name !== 'Delete …');
    expect(await care.page.getByRole('menuitem').allInnerTexts()).toEqual(ofCare);
    const stock = await office.signIn('stock', line(0));
    await stock.page.getByRole('heading', { level: 1 }).waitFor();
    for (const name of ['Unblock …', 'More actions'])
      expect(await stock.page.getByRole('button', { name }).count()).toBe(0);
  });

  it('swap its SIM for one that is named, and say beside the field which nobody has', async () => {
    const { page } = watched;
    await visit(page, office, line(1));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Swap SIM' }).click();
    await dialog(page).getByText('Choose the SIM to try it.').waitFor();
    await dialog(page).getByLabel('The SIM with this ICCID').check();
    await dialog(page).getByLabel('ICCID', { exact: true }).fill('8955010000099999999');
    await dialog(page).getByText('No SIM has this ICCID.').waitFor();
    await look(page, 'swap-sim');
    await dialog(page)
      .getByLabel('ICCID', { exact: true })
      .fill(office.simPool.iccids[3] ?? '');
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByLabel('Reason').fill('the SIM was lost');
    await dialog(page).getByRole('button', { name: 'Swap SIM', exact: true }).click();
    await page.getByRole('region', { name: 'The order' }).getByText('Completed').waitFor();
    const { iccid } = await office.system.db.prisma.line.findUniqueOrThrow({ where: { id: office.lineIds[1] ?? '' } });
    expect(iccid).toBe(office.simPool.iccids[3]);
  });

  it('change its number to the next of a pool, by the keyboard alone', async () => {
    const { page } = watched;
    await visit(page, office, line(1));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Change number');
    await page.getByText('Change number …').first().waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Pool of the number').waitFor();
    await dialog(page).getByLabel('Pool of the number').selectOption(office.numberPoolId);
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByLabel('Reason').focus();
    await page.keyboard.type('asked for another one');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'The order' }).getByText('Completed').waitFor();
  });

  it('change the line as it was when they were opened, and wait for it when Enter comes first', async () => {
    const { page } = watched;
    await visit(page, office, line(4));
    await page.getByRole('button', { name: 'Block …', exact: true }).click();
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await office.system.client.send('PATCH', `/lines/${office.lineIds[4]}`, { body: { externalCode: 'a-new-code' } });
    await page.getByText('a-new-code').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(list(line(4)), async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Block …', exact: true }).click();
    await dialog(page).getByLabel('Reason').fill('stolen');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Sending …').waitFor();
    held.resolve();
    await status(page, 'Blocked').waitFor();
    await page.unroute(list(line(4)));
  });

  it('keep what was typed when the session ends, and lead back to the same form', async () => {
    const { page } = await office.signIn('operator', line(2));
    const name = await office.system.db.prisma.operator.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await page.getByRole('button', { name: 'Block …', exact: true }).click();
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByLabel('Reason').fill('stolen at the airport');
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    await enterPassword(page, name.name);
    await dialog(page).getByText('What you typed before is here again.').waitFor();
    expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('stolen at the airport');
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
    await status(page, 'Blocked').waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual([]);
  });

  it('are sent once: a second click changes nothing, and a lost answer is asked for with the same key', async () => {
    const { page } = watched;
    await visit(page, office, line(2));
    const keys: (string | undefined)[] = [];
    const answers: number[] = [];
    let isLost = true;
    let refusal: string | undefined;
    await page.route(/\/unblock\?/, async (route) => {
      keys.push((await route.request().headerValue('idempotency-key')) ?? undefined);
      if (isLost) {
        const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
        answers.push((await route.fetch({ headers })).status());
        await route.abort();
      } else if (refusal !== undefined) {
        const body = JSON.stringify({ ...forbidden, detail: refusal });
        await route.fulfill({ status: 403, contentType: 'application/problem+json', body });
      } else await route.continue();
    });
    await page.getByRole('button', { name: 'Unblock …' }).click();
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByLabel('Reason').fill('paid');
    await dialog(page).getByRole('button', { name: 'Unblock', exact: true }).dblclick();
    await dialog(page).getByText('nobody knows whether this was done').waitFor();
    expect(await dialog(page).getByLabel('Reason').isDisabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    isLost = false;
    // The server has done it, and the line is not what it was when the form was opened.
    await status(page, 'Active').waitFor();
    expect(await dialog(page).getByText('Somebody has changed this meanwhile.').count()).toBe(0);
    // Also after the page was loaded again.
    await load(page, office, `${line(2)}?do=unblock`);
    // What is refused before its key is looked at tells nothing about the first one, and closing it forgets nothing.
    refusal = 'The person may not now.';
    await dialog(page).getByRole('button', { name: 'Send again' }).click();
    await dialog(page).getByText(refusal).waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    refusal = undefined;
    await load(page, office, `${line(2)}?do=unblock`);
    await dialog(page).getByRole('button', { name: 'Send again' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await status(page, 'Active').waitFor();
    await page.unroute(/\/unblock\?/);
    expect(answers[0]).toBe(202);
    expect(new Set(keys).size).toBe(1);
    const orders = await office.system.db.prisma.order.count({
      where: { resourceId: office.lineIds[2] ?? '', type: 'LINE_UNBLOCK' },
    });
    expect(orders).toBe(1);
  });

  it('show what another person has changed meanwhile, and do not overwrite it', async () => {
    const { page } = watched;
    await visit(page, office, line(3));
    await page.getByRole('heading', { level: 1 }).waitFor();
    const seen = page.waitForResponse(list(line(3)));
    await page.getByRole('button', { name: 'Block …', exact: true }).click();
    await seen;
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByLabel('Reason').fill('stolen');
    await office.system.client.send('PATCH', `/lines/${office.lineIds[3]}`, {
      body: { externalCode: 'another-code' },
    });
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Somebody has changed this meanwhile.').waitFor();
    await dialog(page).getByText('External code').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await look(page, 'changed-meanwhile');
    await dialog(page).getByRole('button', { name: 'Go on with what is there now' }).click();
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
    await status(page, 'Blocked').waitFor();
  });

  it('keep what was typed for one line out of the form of another', async () => {
    const { page } = watched;
    await visit(page, office, line(0));
    await page.getByRole('button', { name: 'Unblock …' }).waitFor();
    await visit(page, office, `${line(3)}?do=unblock`);
    await dialog(page).getByLabel('Reason').fill('of the other line');
    await visit(page, office, `${line(0)}?do=unblock`);
    await status(page, 'Blocked').waitFor();
    await dialog(page).getByText('Dry run').waitFor();
    expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('');
  });

  it('leave nothing that one person has read to the next one at the same page', async () => {
    const { page } = await office.signIn('operator', line(1));
    const next = await office.signIn('viewer', line(1));
    const { name } = await office.system.db.prisma.operator.findFirstOrThrow({
      where: { role: 'viewer' },
      orderBy: { id: 'desc' },
    });
    await next.page.context().close();
    await page.getByRole('button', { name: 'Block …', exact: true }).click();
    await dialog(page).getByText('Dry run').waitFor();
    await dialog(page).getByLabel('Reason').fill('stolen');
    await page.context().clearCookies();
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByLabel('Password').waitFor();
    await answer(page, /\/console\/api\/lines\/[-0-9a-f]+$/, 403, { ...forbidden, detail: 'This line is not yours.' });
    await enterPassword(page, name);
    await page.getByText('This line is not yours.').first().waitFor();
    await page.getByRole('heading', { name: /^Line \+?\d/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { name: 'States' }).count()).toBe(0);
    expect(await dialog(page).count()).toBe(0);
  });

  it('have reported nothing that was blocked', () => {
    expect(watched.reports.filter((text) => !/status of (?:4\d\d)|ERR_FAILED/.test(text))).toEqual([]);
  });
});
