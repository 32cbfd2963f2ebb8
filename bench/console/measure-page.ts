import type { Page, Request } from 'playwright-core';
import type { ConsolePage } from './console-pages.ts';

/** One visit of a page. */
export interface Visit {
  /** From the navigation until the first data is on the page. */
  readonly firstDataMs: number;
  /** The slowest request of the page at the server: from the last byte sent to the first byte received. */
  readonly slowestMs: number;
  /** The path of that request. */
  readonly slowest: string;
}

/** Visits a page as an address typed into the browser does, and waits until it shows its data. */
export async function visitPage(page: Page, url: string, { path, shows }: ConsolePage): Promise<Visit> {
  const finished: Request[] = [];
  const keep = (request: Request) => void finished.push(request);
  page.on('requestfinished', keep);
  const from = performance.now();
  await page.goto(`${url}/console${path}`, { waitUntil: 'commit' });
  await page.getByText(shows).first().waitFor();
  const firstDataMs = performance.now() - from;
  await page.waitForLoadState('networkidle');
  page.off('requestfinished', keep);
  const times = finished
    .filter((request) => request.url().includes('/console/api/'))
    .map((request) => ({ path: new URL(request.url()).pathname.replace('/console/api', ''), ms: responseMs(request) }));
  const slowest = times.reduce((most, time) => (time.ms > most.ms ? time : most), { path: '', ms: 0 });
  return { firstDataMs, slowestMs: slowest.ms, slowest: slowest.path };
}

function responseMs(request: Request): number {
  const { requestStart, responseStart } = request.timing();
  return requestStart < 0 || responseStart < 0 ? 0 : responseStart - requestStart;
}
