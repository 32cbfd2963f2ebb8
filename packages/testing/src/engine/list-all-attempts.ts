import type { Db } from '@linework/db/db';
import { listOrderAttempts } from '@linework/engine/queries/list-order-attempts';
import { anOperator } from '../callers.ts';

/** The attempts of an order, which are fewer than a page holds. */
export const listAllAttempts = async (db: Pick<Db, 'query'>, orderId: string) =>
  (await listOrderAttempts(db, { caller: anOperator(), orderId, limit: 100, after: 0 })).items;
