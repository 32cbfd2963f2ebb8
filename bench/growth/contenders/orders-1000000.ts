import type { Contender } from '../../harness/contender.ts';
import { lineworkWith } from '../../orders/linework-with.ts';
import { renameContender } from '../rename-contender.ts';

export const contender: Contender = renameContender(
  'an executed order',
  1_000_000,
  lineworkWith(1_000_000, 'Linework'),
);
