import { createContender } from '../../api/create-contender.ts';
import { blockLine } from '../../api/operations/block-line.ts';
import { linework } from '../../api/servers/linework.ts';
import type { Contender } from '../../harness/contender.ts';
import { renameContender } from '../rename-contender.ts';

export const contender: Contender = renameContender(
  'POST /lines/{id}/block',
  100_000,
  createContender(blockLine(100_000), linework),
);
