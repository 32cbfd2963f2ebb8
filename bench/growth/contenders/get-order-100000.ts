import { createContender } from '../../api/create-contender.ts';
import { getOrder } from '../../api/operations/get-order.ts';
import { linework } from '../../api/servers/linework.ts';
import type { Contender } from '../../harness/contender.ts';
import { renameContender } from '../rename-contender.ts';

export const contender: Contender = renameContender(
  'GET /orders/{id}',
  100_000,
  createContender(getOrder(100_000), linework),
);
