import type { Contender } from '../../harness/contender.ts';
import { createContender } from '../create-contender.ts';
import { getOrder } from '../operations/get-order.ts';
import { plainServer } from '../servers/plain.ts';

export const contender: Contender = createContender(
  getOrder(100_000),
  plainServer('baseline', 'baseline: node:http + pg'),
);
