import { anActiveLine } from '@linework/testing/a-line';
import { aProduct } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import type { TestApi } from '../support/test-api.ts';

/** A line that has a product with the line's own id, for suites that put one id in every place of a path. */
export async function aLineNamedLikeItsProduct({ db }: TestApi, brokerId: string): Promise<string> {
  const { id, holderId } = await anActiveLine(db, { brokerId });
  await aSubscription(db, 'ACTIVE', { brokerId, customerId: holderId, products: [aProduct({ id })], lineIds: [id] });
  return id;
}
