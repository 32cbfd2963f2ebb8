import { findSerialNumber } from '@linework/domain/tax-receipts/serial-numbers/find-serial-number';
import { implement } from '@linework/http/implement';
import { getSerialNumberRoute } from '@linework/schemas/tax-receipts/get-serial-number.route';
import type { Deps } from '../deps.ts';

export const getSerialNumber = implement(getSerialNumberRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findSerialNumber(db, { caller, serialNumberId: params.id }),
}));
