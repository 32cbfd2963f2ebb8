import type { Contender } from '../../harness/contender.ts';
import { createContender } from '../create-contender.ts';
import { getOrder } from '../operations/get-order.ts';
import { linework } from '../servers/linework.ts';

export const contender: Contender = createContender(getOrder(100_000), linework);
