import { contenderOf } from '../../api/contender-of.ts';
import { getOrder } from '../../api/operations/get-order.ts';
import { linework } from '../../api/servers/linework.ts';
import type { Contender } from '../../harness/contender.ts';
import { named } from '../named.ts';

export const contender: Contender = named('GET /orders/{id}', 10_000, contenderOf(getOrder(10_000), linework));
