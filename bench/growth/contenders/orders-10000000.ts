import type { Contender } from '../../harness/contender.ts';
import { lineworkWith } from '../../orders/linework-with.ts';
import { renameContender } from '../rename-contender.ts';

/** For `versions`: it takes ten minutes and 21 GB. */
export const contender: Contender = renameContender(
  'an executed order',
  10_000_000,
  lineworkWith(10_000_000, 'Linework'),
);
