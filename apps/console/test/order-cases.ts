import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Night } from './a-night.ts';
import { visit } from './visit.ts';

interface Given {
  readonly page: Page;
  readonly night: Night;
}

/** Cases of the page of an order, in a browser in which an administrator is signed in, while the network is paused. */
export function itTellsOfOrders(given: () => Given): void {
  it('tell of an order in one line of time what was done, by whom, and what it changed, without an id', async () => {
    const { page, night } = given();
    await visit(page, night, `/orders/${night.failedOrderId}`);
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByText('Refused').waitFor();
    await expect.poll(() => timeline.getByRole('link').first().innerText()).toMatch(/^•+\s+masked\s+\d{4}$/);
    // On a slow machine there are rows of time that passed between two others.
    const rows = await timeline.locator('li[data-kind]').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').replaceAll(/\+?[\d.]+ m?s/g, 'T'))).toEqual([
      '0 Placed by key a client',
      expect.stringMatching(/^0 Line •+ masked \d{4} Active → became Blocking$/),
      'T Started',
      'T Suspend network network Refused HLR_UNKNOWN_SUBSCRIBER T',
      expect.stringMatching(/^T Line •+ masked \d{4} Blocking → became Blocking error$/),
      'T Failed',
    ]);
    await page.getByText('The network said: “The call is rejected because of an injected fault.”').waitFor();
    expect(await page.locator('main').innerText()).not.toContain(night.failedOrderId);
    expect(await page.getByTitle(/^Masked. “Show in clear …” on the page/).count()).toBeGreaterThan(1);
  });

  it('say what an open order waits for, who stopped it and why, and what comes then', async () => {
    const { page, night } = given();
    await visit(page, night, `/orders/${night.waitingOrderId}`);
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByText('Waits for the end of the pause of network').waitFor();
    await page.getByText('“Incident 4711: do not call the HLR now”').waitFor();
    expect((await timeline.getByRole('listitem').last().innerText()).split('\n')[0]).toBe('then');
  });
}
