import { needs } from '@linework/testing/run/needs';
import type { Browser, Locator, Page } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, openPage, startBrowser } from './a-browser.ts';
import { aPasswordHash, type Night, password, plainNames, startNight } from './a-night.ts';
import { enterPassword } from './an-office.ts';
import { type BuiltConsole, buildConsole } from './build-console.ts';
import { answer, list, load, visit } from './visit.ts';

needs('chromium', 'redis');

let built: BuiltConsole;
let night: Night;
let browser: Browser;
let page: Page;

const signIn = async (on: Page, name: string, word: string) => {
  await visit(on, night, '/people');
  await on.getByLabel('Name').fill(name);
  await on.getByLabel('Password').fill(word);
  await on.keyboard.press('Enter');
};

/** Opens the menu of a row and chooses an action. */
async function chooseOf(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions on / }).click();
  await row.page().getByRole('menuitem', { name: action }).click();
}

/** What stands beside a field that is wrong. */
async function faultOf(field: Locator): Promise<string> {
  await field.and(field.page().locator('[aria-invalid="true"]')).waitFor();
  return await field.evaluate((element) => {
    const [fault = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return document.getElementById(fault)?.textContent ?? '';
  });
}

/** The names of what the tab keeps of forms. */
const draftsOf = (on: Page): Promise<string> =>
  on.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((key) => key.includes('draft'))
      .join(),
  );

describe('an administrator in the console', () => {
  beforeAll(async () => {
    built = await buildConsole();
    night = await startNight(built.folder, plainNames);
    browser = await startBrowser();
    ({ page } = await openPage(browser));
    await signIn(page, plainNames.person, password);
    await page.getByRole('button', { name: 'New person …' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await night?.close();
    built?.remove();
  });

  it('creates a person with a first password, who has to choose another one when signing in', async () => {
    await visit(page, night, '/people');
    await page.getByRole('button', { name: 'New person …' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Bia Lima');
    await page.getByLabel('Role').selectOption('viewer');
    await page.getByRole('button', { name: 'Create the person' }).click();
    const first = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Bia Lima Viewer First password/ }).waitFor();

    const { page: theirs } = await openPage(browser);
    await signIn(theirs, 'Bia Lima', first);
    await theirs.getByRole('heading', { name: /password/i }).waitFor();
    await theirs.close();
  });

  it('keeps the role that was chosen for a new person when the broker changes', async () => {
    await night.system.db.prisma.operatorRole.create({
      data: { id: newId(), name: 'Night desk', scopes: ['lines:read'] },
    });
    await load(page, night, '/people');
    await page.getByRole('button', { name: 'New person …' }).click();
    const role = page.getByLabel('Role');
    await role.getByRole('option', { name: 'Night desk' }).waitFor({ state: 'attached' });
    await role.selectOption('viewer');
    await page.getByLabel('Works for').selectOption(night.system.broker.id);
    await role.getByRole('option', { name: 'Night desk' }).waitFor({ state: 'detached' });
    expect(await role.inputValue()).toBe('viewer');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('saves no person of a role that could not be read', async () => {
    const { id: roleId } = await night.system.db.prisma.operatorRole.create({
      data: { id: newId(), name: 'Day desk', scopes: ['lines:read'] },
    });
    await night.system.db.prisma.operator.create({
      data: { id: newId(), name: 'Davi Luz', role: 'custom', roleId, passwordHash: await aPasswordHash() },
    });
    const { page: theirs } = await openPage(browser);
    await signIn(theirs, plainNames.person, password);
    await theirs.getByRole('row', { name: /Davi Luz/ }).waitFor();
    await answer(theirs, list('/roles'), 503, { type: 'about:blank', title: 'Unavailable', status: 503, code: 'down' });
    await load(theirs, night, '/people');
    await chooseOf(theirs.getByRole('row', { name: /Davi Luz/ }), 'Change …');
    expect(await theirs.getByLabel('Role').inputValue()).toBe(roleId);
    expect(await theirs.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await theirs.close();
  });

  it('ends the sessions of a person, who is signed out where they are', async () => {
    const { page: theirs } = await openPage(browser);
    await night.system.db.prisma.operator.create({
      data: { id: newId(), name: 'Caio Reis', role: 'viewer', passwordHash: await aPasswordHash() },
    });
    await signIn(theirs, 'Caio Reis', password);
    await theirs.getByRole('heading', { name: 'People' }).waitFor();
    await load(page, night, '/people');
    await chooseOf(page.getByRole('row', { name: /Caio Reis/ }), 'End sessions …');
    await page.getByRole('button', { name: 'End the sessions' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await load(theirs, night, '/people');
    await theirs.getByLabel('Password').waitFor();
    await theirs.close();
  });

  it('reads beside its field what the server refuses', async () => {
    const { page: theirs } = await openPage(browser);
    await signIn(theirs, plainNames.person, password);
    const dialog = theirs.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await theirs.getByRole('button', { name: 'New person …' }).click();
    await name.fill(plainNames.person);
    await dialog.getByLabel('E-mail').fill('no address');
    await dialog.getByRole('button', { name: 'Create the person' }).click();
    expect(await faultOf(dialog.getByLabel('E-mail'))).toBe('Must be an e-mail address.');
    await dialog.getByLabel('E-mail').fill('');
    await dialog.getByRole('button', { name: 'Create the person' }).click();
    expect(await faultOf(name)).toBe('Another person has this name.');
    expect(await findBarriers(theirs)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await visit(theirs, night, '/roles');
    await theirs.getByRole('button', { name: 'New role …' }).click();
    await name.fill('night desk');
    await dialog.getByRole('button', { name: 'Make the role' }).click();
    await dialog.getByText('This is missing.').waitFor();
    expect(await findBarriers(theirs)).toEqual([]);
    await dialog.getByLabel('Sees orders and their steps.').check();
    await dialog.getByRole('button', { name: 'Make the role' }).click();
    expect(await faultOf(name)).toBe('Another role has the name.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await visit(theirs, night, '/brokers');
    await theirs.getByRole('button', { name: 'New broker …' }).click();
    await name.fill('A broker');
    await dialog.getByLabel('Code').fill('-');
    await dialog.getByRole('button', { name: 'Create the broker' }).click();
    expect(await faultOf(dialog.getByLabel('Code'))).toContain('Must begin with a letter or a digit');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await theirs.close();
  });

  it('has what was typed again when the session has ended', async () => {
    const { page: theirs } = await openPage(browser);
    await signIn(theirs, plainNames.person, password);
    await theirs.getByRole('button', { name: 'New person …' }).waitFor();
    await visit(theirs, night, '/roles');
    const dialog = theirs.getByRole('dialog');
    await theirs.getByRole('button', { name: 'New role …' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Front desk');
    await dialog.getByLabel('Sees orders and their steps.').check();
    await dialog.getByLabel('For people of').selectOption(night.brokerId);
    await theirs.context().clearCookies();
    await dialog.getByRole('button', { name: 'Make the role' }).click();
    await enterPassword(theirs, plainNames.person);
    await dialog.getByText('What you typed before is here again.').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Front desk');
    await expect.poll(() => dialog.getByLabel('For people of').inputValue()).toBe(night.brokerId);
    await dialog.getByRole('button', { name: 'Make the role' }).click();
    await theirs.getByRole('row', { name: /Front desk/ }).waitFor();
    expect(await draftsOf(theirs)).toBe('');
    const role = await night.system.db.prisma.operatorRole.findFirstOrThrow({ where: { name: 'Front desk' } });
    expect(role).toMatchObject({ brokerId: night.brokerId, scopes: ['orders:read'] });
    await theirs.close();
  });

  it('sees what another one has changed since a form was opened, and overwrites nothing of it', async () => {
    const { db } = night.system;
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const save = () => dialog.getByRole('button', { name: 'Save' }).click();
    const savedOver = async (change: string) => {
      await save();
      await dialog.getByRole('alert').getByText('Somebody has changed this meanwhile.').waitFor();
      await dialog.getByRole('listitem').getByText(change).waitFor();
      await dialog.getByRole('button', { name: 'Go on with what is there now' }).click();
      await save();
      await dialog.waitFor({ state: 'detached' });
    };
    await load(page, night, '/people');
    await chooseOf(page.getByRole('row', { name: /Caio Reis/ }), 'Change …');
    await name.fill('Caio R. Reis');
    await db.pool.query(`UPDATE operator SET email = 'caio@example.com' WHERE name = 'Caio Reis'`);
    await savedOver('caio@example.com');
    const where = { name: 'Caio R. Reis', email: 'caio@example.com' };
    expect(await db.prisma.operator.count({ where })).toBe(1);

    await db.prisma.operatorRole.create({
      data: { id: newId(), name: 'Evening desk', scopes: ['lines:read', 'orders:read'] },
    });
    await load(page, night, '/roles');
    await page
      .getByRole('row', { name: /Evening desk/ })
      .getByRole('button', { name: 'Change …' })
      .click();
    await dialog.getByLabel('Sees the people and companies that hold lines.').check();
    await db.pool.query(
      `UPDATE operator_role SET scopes = '{lines:read}', updated_at = now() WHERE name = 'Evening desk'`,
    );
    await savedOver('lines:read, orders:read →');
    const { scopes } = await db.prisma.operatorRole.findFirstOrThrow({ where: { name: 'Evening desk' } });
    expect(scopes.toSorted()).toEqual(['holders:read', 'lines:read']);

    await load(page, night, `/brokers/${night.brokerId}`);
    await page.locator('header').getByRole('button', { name: 'Change …' }).click();
    await name.fill('Another name');
    await db.pool.query(`UPDATE broker SET code = 'moved', updated_at = now() WHERE id = $1`, [night.brokerId]);
    await savedOver('moved');
    expect(await db.prisma.broker.count({ where: { name: 'Another name', code: 'moved' } })).toBe(1);
  });

  it('cannot disable the last administrator, and reads why', async () => {
    await visit(page, night, '/people');
    await chooseOf(page.getByRole('row', { name: /Ana Souza/ }), 'Disable …');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('alert').getByText(/last/i).waitFor();
    await page.keyboard.press('Escape');
  });

  it('creates a key of a broker that reads, rolls it and revokes it', async () => {
    await visit(page, night, `/brokers/${night.brokerId}`);
    await page.getByRole('button', { name: 'New key …' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('billing');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    const read = await fetch(`${night.system.api.url}/lines`, { headers: { 'X-Api-Key': key } });
    const write = await fetch(`${night.system.api.url}/holders`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([read.status, write.status]).toEqual([200, 403]);
    expect(key).toMatch(/^lw_/);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain(key);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /billing/ });
    await chooseOf(row, 'Roll …');
    await page.getByLabel('The old key ends').selectOption('at once');
    await page.getByRole('button', { name: 'Roll the key' }).click();
    await page.getByText('It is shown only here').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => row.count()).toBe(2);
    await chooseOf(row, 'Revoke …');
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await expect.poll(() => page.getByRole('row', { name: /billing.*Revoked/ }).count()).toBe(1);
  });

  it('creates a key for some addresses, reads what is wrong with one, and opens it for all', async () => {
    await visit(page, night, `/brokers/${night.brokerId}`);
    await page.getByRole('button', { name: 'New key …' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('switch');
    const addresses = page.getByRole('textbox', { name: 'Only from these addresses' });
    await addresses.fill('192.0.2.0/24, 192.0.2.300');
    await page.getByRole('button', { name: 'Create the key' }).click();
    expect(await faultOf(addresses)).toContain('ust be an IPv4 or IPv6 address');
    await addresses.fill('192.0.2.0/24 2001:db8::/48');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    const read = async () => (await fetch(`${night.system.api.url}/lines`, { headers: { 'X-Api-Key': key } })).status;
    expect(await read()).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /switch/ });
    await row.getByText('192.0.2.0/24, 2001:db8::/48').waitFor();
    await chooseOf(row, 'Addresses …');
    expect(await addresses.inputValue()).toBe('192.0.2.0/24\n2001:db8::/48');
    await addresses.fill('192.0.2.7/24');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await faultOf(addresses)).toContain('bits beside its mask');
    await addresses.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('everywhere').waitFor();
    await expect.poll(read).toBe(200);
  });

  it('changes the addresses of a key that was used meanwhile, and not of one that another person has changed', async () => {
    const { db } = night.system;
    const row = page.getByRole('row', { name: /switch/ });
    const addresses = page.getByRole('textbox', { name: 'Only from these addresses' });
    const changed = async (address: string, meanwhile: string) => {
      await chooseOf(row, 'Addresses …');
      await addresses.fill(address);
      await db.pool.query(`UPDATE api_key SET ${meanwhile} WHERE name LIKE 'switch%' AND revoked_at IS NULL`);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await changed('192.0.2.1/32', "last_used_at = now() + interval '1 hour'");
    await row.getByText('192.0.2.1/32', { exact: true }).waitFor();
    await changed('192.0.2.2/32', "name = 'switch of a new name'");
    await page.getByRole('alert').getByText('Somebody has changed this meanwhile.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await db.prisma.apiKey.count({ where: { allowedAddresses: { has: '192.0.2.2/32' } } })).toBe(0);
  });

  it('makes a key once whose answer was lost, and reads that it cannot be shown', async () => {
    const { page: theirs } = await openPage(browser);
    await signIn(theirs, plainNames.person, password);
    await theirs.getByRole('button', { name: 'New person …' }).waitFor();
    await visit(theirs, night, `/brokers/${night.brokerId}`);
    await theirs.getByRole('button', { name: 'New key …' }).click();
    const dialog = theirs.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('lost key');
    await theirs.route(/\/api-keys$/, async (route) => {
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
      await route.fetch({ headers });
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await dialog.getByText('nobody knows whether this was done').waitFor();
    await theirs.unroute(/\/api-keys$/);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('The answer was lost on its way, and the key is shown only once.').waitFor();
    expect(await night.system.db.prisma.apiKey.count({ where: { name: 'lost key' } })).toBe(1);
    await theirs.close();
  });

  it('sees the lines and the webhooks of a broker, suspends it and resumes it', async () => {
    await visit(page, night, `/brokers/${night.brokerId}`);
    await page.getByRole('term').getByText('Active', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name: plainNames.receiver }).waitFor();
    for (const [command, status] of [
      ['Suspend', 'Suspended'],
      ['Resume', 'Active'],
    ] as const) {
      await page.getByRole('button', { name: `${command} …` }).click();
      await page.getByRole('button', { name: command, exact: true }).click();
      await page.locator('header').getByText(status).waitFor();
    }
  });

  it('reads why an unanswered call cannot be decided', async () => {
    await visit(page, night, '/unanswered?status=WAITING');
    await page.getByRole('button', { name: 'Decide …' }).click();
    await page.getByLabel('Protocol of the authority').fill('3352600000000001');
    await page.getByLabel('Reason').fill('the authority has it');
    await page.getByRole('button', { name: 'Decide', exact: true }).click();
    // Its receipt does not exist, and the server says so: the page shows its words.
    expect(await faultOf(page.getByLabel(/becomes$/))).toMatch(/cannot become/);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('reads in the audit what people did, and on request what keys did', async () => {
    await visit(page, night, '/audit');
    await page.getByText('An API key was created').first().waitFor();
    await page
      .getByRole('link', { name: /^Broker / })
      .first()
      .waitFor();
    await page.getByRole('searchbox', { name: 'A part of the reason or of the name' }).fill('nobody wrote this');
    await page.keyboard.press('Enter');
    await page.getByText('Nobody did that').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Says' }).click();
    await page.getByText('An API key was created').first().waitFor();
    expect(await page.getByText('a client', { exact: true }).count()).toBe(0);
    await page
      .getByRole('tab', { name: 'Keys' })
      .or(page.getByRole('button', { name: 'Keys', exact: true }))
      .click();
    await page.getByText('a client', { exact: true }).first().waitFor();
  });
});
