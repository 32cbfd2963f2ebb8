import type { Contender } from '../../harness/contender.ts';
import { createContender } from '../create-contender.ts';
import { blockLine } from '../operations/block-line.ts';
import { linework } from '../servers/linework.ts';

export const contender: Contender = createContender(blockLine(0), linework);
