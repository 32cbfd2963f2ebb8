import { needs } from '@linework/testing/run/needs';
import type { Browser, Locator, Page } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, startBrowser } from './a-browser.ts';
import { aPasswordHash, type Night, password, plainNames, startNight } from './a-night.ts';
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
    await page.getByRole('row', { name: /Bia Lima viewer First password/ }).waitFor();

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
    await theirs
      .getByRole('row', { name: /Davi Luz/ })
      .getByRole('button', { name: 'Change …' })
      .click();
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
    await page
      .getByRole('row', { name: /Caio Reis/ })
      .getByRole('button', { name: 'End sessions …' })
      .click();
    await page.getByRole('button', { name: 'End the sessions' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await load(theirs, night, '/people');
    await theirs.getByLabel('Password').waitFor();
    await theirs.close();
  });

  it('overwrites nothing that was changed since a form was opened, and reads so', async () => {
    const { db } = night.system;
    const opened = async (part: Locator, name: string) => {
      await part.getByRole('button', { name: 'Change …' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
    };
    const saved = async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('It was changed meanwhile, and nothing was saved.').waitFor();
      await page.keyboard.press('Escape');
    };
    await load(page, night, '/people');
    await opened(page.getByRole('row', { name: /Caio Reis/ }), 'Caio R. Reis');
    await db.pool.query(`UPDATE operator SET email = 'caio@example.com' WHERE name = 'Caio Reis'`);
    await saved();
    await load(page, night, `/brokers/${night.brokerId}`);
    await opened(page.locator('header'), 'Another name');
    await db.pool.query(`UPDATE broker SET code = 'moved' WHERE id = $1`, [night.brokerId]);
    await saved();
    expect(await db.prisma.operator.count({ where: { name: 'Caio Reis' } })).toBe(1);
    expect(await db.prisma.broker.count({ where: { name: 'Another name' } })).toBe(0);
  });

  it('cannot disable the last administrator, and reads why', async () => {
    await visit(page, night, '/people');
    await page
      .getByRole('row', { name: /Ana Souza/ })
      .getByRole('button', { name: 'Disable …' })
      .click();
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
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /billing/ });
    await row.getByRole('button', { name: 'Roll …' }).click();
    await page.getByLabel('The old key ends').selectOption('at once');
    await page.getByRole('button', { name: 'Roll the key' }).click();
    await page.getByText('It is shown only here').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => row.count()).toBe(2);
    await row.getByRole('button', { name: 'Revoke …' }).click();
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
    await page.getByRole('alert').getByText('must be an IPv4 or IPv6 address').waitFor();
    await addresses.fill('192.0.2.0/24 2001:db8::/48');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    const read = async () => (await fetch(`${night.system.api.url}/lines`, { headers: { 'X-Api-Key': key } })).status;
    expect(await read()).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /switch/ });
    await row.getByText('192.0.2.0/24, 2001:db8::/48').waitFor();
    await row.getByRole('button', { name: 'Addresses …' }).click();
    expect(await addresses.inputValue()).toBe('192.0.2.0/24\n2001:db8::/48');
    await addresses.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('everywhere').waitFor();
    await expect.poll(read).toBe(200);
  });

  it('sees the lines and the webhooks of a broker, suspends it and resumes it', async () => {
    await visit(page, night, `/brokers/${night.brokerId}`);
    await page.getByRole('definition').getByText('Active', { exact: true }).waitFor();
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
    await page.getByRole('alert').getByText(/\w/).waitFor();
    await page.keyboard.press('Escape');
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
