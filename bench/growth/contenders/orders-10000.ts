import type { Contender } from '../../harness/contender.ts';
import { lineworkWith } from '../../orders/linework-with.ts';
import { renameContender } from '../rename-contender.ts';

export const contender: Contender = renameContender('an executed order', 10_000, lineworkWith(10_000, 'Linework'));
