import type { Contender } from '../../harness/contender.ts';
import { lineworkWith } from '../../orders/linework-with.ts';
import { renameContender } from '../rename-contender.ts';

export const contender: Contender = renameContender('an order carried out', 1_000_000, lineworkWith(1_000_000, 'Linework'));
