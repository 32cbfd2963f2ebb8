import { hashPassword } from '@linework/operators/hash-password';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import type { Browser, Page } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { openPage, startBrowser, type WatchedPage } from './a-browser.ts';
import { password } from './a-night.ts';
import { buildConsole } from './build-console.ts';
import { load } from './visit.ts';

type Role = 'viewer' | 'operator' | 'administrator' | 'care' | 'billing' | 'catalogue' | 'stock';

/** An installation with a worker, in which people work with the console. */
export interface Office {
  readonly system: System;
  readonly browser: Browser;
  /** A holder with a name that has markup. */
  readonly holderId: string;
  readonly holderName: string;
  /** Lines of the holder, which the network has in service. */
  readonly lineIds: readonly string[];
  readonly simPool: { readonly id: string; readonly iccids: readonly string[] };
  readonly numberPoolId: string;
  /** Opens the console for a new person of a role, at a path. A person of a broker names it. */
  signIn(role: Role, path: string, brokerId?: string): Promise<WatchedPage>;
  close(): Promise<void>;
}

const holderName = 'Conceição <b>Araújo</b>';

export async function openOffice({ lines = 4 } = {}): Promise<Office> {
  const built = await buildConsole();
  const system = await startSystem({ settings: { CONSOLE_FOLDER: built.folder } });
  await system.startWorker(longLease);
  const browser = await startBrowser();
  const { db } = system;
  const brokerId = system.broker.id;
  const { id: holderId } = await aHolder(db, { brokerId });
  await db.prisma.holder.update({ where: { id: holderId }, data: { name: holderName, email: 'c@example.com' } });
  const known = await system.lines(lines);
  await db.prisma.line.updateMany({ where: { id: { in: known.map(({ id }) => id) } }, data: { holderId } });
  const numbers = await aPool(db, { brokerId, type: 'MSISDN', count: 12 });
  const sims = await aPool(db, { brokerId, type: 'SIM', count: 12 });
  const iccids = await db.prisma.resource.findMany({
    where: { poolId: sims.id },
    select: { externalCode: true },
    orderBy: { externalCode: 'asc' },
  });
  const passwordHash = await hashPassword(password, { logN: 7, r: 8, p: 1 });
  return {
    system,
    browser,
    holderId,
    holderName,
    lineIds: known.map(({ id }) => id),
    simPool: { id: sims.id, iccids: iccids.map(({ externalCode }) => externalCode) },
    numberPoolId: numbers.id,
    async signIn(role, path, ofBroker) {
      const id = newId();
      const name = `${role} ${id.slice(-8)}`;
      await db.prisma.operator.create({
        data: { id, name, role, passwordHash, ...(ofBroker && { brokerId: ofBroker }) },
      });
      const watched = await openPage(browser);
      await load(watched.page, { system }, path);
      await enterPassword(watched.page, name);
      return watched;
    },
    async close() {
      await browser.close();
      await system.close();
      built.remove();
    },
  };
}

/** Signs in at the form that stands in place of the page. */
export async function enterPassword(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password').waitFor({ state: 'detached' });
}
