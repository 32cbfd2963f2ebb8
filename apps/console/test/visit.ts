import type { Page } from 'playwright-core';

/** A system whose API serves the console. */
export interface Served {
  readonly system: { readonly api: { readonly adminUrl: string } };
}

const addressOf = (night: Served, path: string): string => `${night.system.api.adminUrl}/console${path}`;

interface ConsoleWindow {
  /** The router puts itself here. */
  readonly __TSR_ROUTER__: { subscribe(event: 'onRendered', listener: () => void): () => void };
}

/**
 * Goes to a page as a link does, without loading the console again, and waits until the page before is gone. What the
 * console has read before may still be shown.
 */
export async function visit(page: Page, night: Served, path: string): Promise<void> {
  const address = addressOf(night, path);
  if (!page.url().startsWith(addressOf(night, '/'))) return await load(page, night, path);
  if (page.url() === address) return;
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        const end = (globalThis as unknown as ConsoleWindow).__TSR_ROUTER__.subscribe('onRendered', () => {
          end();
          resolve();
        });
        history.pushState(null, '', to);
      }),
    address,
  );
}

/** Loads the console at a page, as a bookmark does. The console has read nothing before. */
export async function load(page: Page, night: Served, path: string): Promise<void> {
  await page.goto(addressOf(night, path));
}

/** The requests of a list. */
export const list = (path: string): RegExp => new RegExp(`/console/api${path}(?:\\?|$)`);

/** Answers requests in place of the server, until `page.unroute`. */
export const answer = (page: Page, requests: RegExp, status: number, body: object): Promise<unknown> =>
  page.route(requests, (route) =>
    route.fulfill({
      status,
      contentType: status < 400 ? 'application/json' : 'application/problem+json',
      body: JSON.stringify(body),
    }),
  );

/** The pages of the navigation and those behind their tabs. */
export const pagesWithoutRecord = [
  ...['/', '/incidents', '/orders', '/batches', '/search', '/lines', '/drifts', '/holders', '/subscriptions'],
  ...['/port-ins', '/port-outs', '/port-windows', '/resources', '/pools', '/move-ins', '/invoices', '/payments'],
  ...['/refunds', '/tax-receipts', '/offers', '/webhooks', '/unanswered', '/reports', '/audit', '/brokers'],
  ...['/people', '/roles', '/keys', '/work'],
];
