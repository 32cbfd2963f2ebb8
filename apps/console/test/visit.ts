import type { Page } from 'playwright-core';
import type { Night } from './a-night.ts';

/** Goes to a page as a link does, without loading the console again. */
export async function visit(page: Page, night: Night, path: string): Promise<void> {
  await page.goto(`${night.system.api.adminUrl}/console${path}`);
}

/** The requests of a list. */
export const list = (path: string): RegExp => new RegExp(`/console/api${path}(?:\\?|$)`);

/** Answers requests in place of the server, until `page.unroute`. */
export const answer = (page: Page, requests: RegExp, status: number, body: object): Promise<unknown> =>
  page.route(requests, (route) =>
    route.fulfill({ status, contentType: status < 400 ? 'application/json' : 'application/problem+json', body: JSON.stringify(body) }),
  );
