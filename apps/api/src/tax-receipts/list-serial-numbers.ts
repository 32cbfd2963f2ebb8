import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listSerialNumbersRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { listSerialNumbers as readSerialNumbers } from '@linework/tax-receipts/serial-numbers/list-serial-numbers';
import type { Deps } from '../deps.ts';

export const listSerialNumbers = implement(listSerialNumbersRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readSerialNumbers(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
