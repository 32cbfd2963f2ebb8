import type { Contender } from '../../harness/contender.ts';
import { contenderOf } from '../contender-of.ts';
import { getOrder } from '../operations/get-order.ts';
import { plain } from '../servers/plain.ts';

export const contender: Contender = contenderOf(getOrder(100_000), plain('express-pg', 'Express + pg'));
