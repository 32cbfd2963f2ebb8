import { implement } from '@linework/http/implement';
import { getSerialNumberRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { findSerialNumber } from '@linework/tax-receipts/serial-numbers/find-serial-number';
import type { Deps } from '../deps.ts';

export const getSerialNumber = implement(getSerialNumberRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findSerialNumber(db, { caller, serialNumberId: params.id }),
}));
