import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { expect, it } from 'vitest';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';

it('the interface lists the codes of all order types and no others', () => {
  expect(orderTypeCodes.toSorted()).toEqual(allOrderTypes.map(({ code }) => code).toSorted());
});
