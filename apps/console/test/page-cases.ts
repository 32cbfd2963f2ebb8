import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { look } from './look.ts';
import { answer, load, type Served, visit } from './visit.ts';

export interface PageCase {
  readonly path: string;
  /** What is on the page when its data is there. */
  readonly shows: string | RegExp;
  /** The request without which it has nothing to show. */
  readonly needs: RegExp;
  /** What it says when that request finds nothing. The page of a record has no such state. */
  readonly empty?: string;
}

const problem = {
  type: 'https://x.example/internal-server-error',
  title: 'Internal server error',
  status: 500,
  detail: 'The server could not answer.',
  code: 'internal',
};
const nothing = { items: [], meta: { total: 0, page: 1, pageSize: 100, totalPages: 0 } };

interface Given {
  readonly page: Page;
  readonly served: Served;
  readonly caseOf: (name: string) => PageCase;
}

/** Tests that each page shows its data without a barrier, what it says without them, and where it is unknown. */
export function itHasPages(names: readonly string[], records: readonly string[], given: () => Given): void {
  it.each(names)('%s shows its data without a barrier, in light and dark, wide and narrow', async (name) => {
    const { page, served, caseOf } = given();
    const { path, shows } = caseOf(name);
    await visit(page, served, path);
    await page.locator('main').getByText(shows).first().waitFor();
    await expect.poll(() => page.getByText(/^Loading .* …$/).count()).toBe(0);
    await look(page, name);
  });

  it.each(names)('%s says that the server failed, and asks again', async (name) => {
    const { page, served, caseOf } = given();
    const { path, shows, needs: request } = caseOf(name);
    await answer(page, request, 500, problem);
    await load(page, served, path);
    await page.getByRole('alert').getByText('Internal server error').first().waitFor();
    await page.unroute(request);
    await page.getByRole('button', { name: 'Ask again' }).first().click();
    await page.locator('main').getByText(shows).first().waitFor();
  });

  it('that have nothing to show say what that means', async () => {
    const { page, served, caseOf } = given();
    for (const name of names) {
      const { path, needs: request, empty } = caseOf(name);
      if (empty === undefined) continue;
      await answer(page, request, 200, nothing);
      await load(page, served, path);
      await page.getByText(empty).waitFor();
      await page.unroute(request);
    }
  });

  it.each(records)('%s say the same of a record that is unknown and of one that is no id', async (place) => {
    const { page, served } = given();
    for (const id of ['00000000-0000-7000-8000-000000000000', 'no-id']) {
      await load(page, served, `/${place}/${id}`);
      await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
      await page.getByText(/^There is no such/).waitFor();
    }
  });
}
