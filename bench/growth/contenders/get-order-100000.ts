import { contenderOf } from '../../api/contender-of.ts';
import { getOrder } from '../../api/operations/get-order.ts';
import { linework } from '../../api/servers/linework.ts';
import type { Contender } from '../../harness/contender.ts';
import { named } from '../named.ts';

export const contender: Contender = named('GET /orders/{id}', 100_000, contenderOf(getOrder(100_000), linework));
