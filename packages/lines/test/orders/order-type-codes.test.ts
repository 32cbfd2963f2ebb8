import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { expect, it } from 'vitest';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';

it('the interface lists the codes of all order types and no others', () => {
  const listed = new Set<string>(orderTypeCodes);
  const executed = new Set(allOrderTypes.map(({ code }) => code));
  expect([
    ...[...listed.difference(executed)].map((code) => `${code} has no order type. List one in packages/lines/src/order-types/all-order-types.ts.`),
    ...[...executed.difference(listed)].map((code) => `${code} is not in packages/schemas/src/orders/order-types.ts. Add it.`),
  ]).toEqual([]);
  expect(executed.size).toBeGreaterThan(0);
});
