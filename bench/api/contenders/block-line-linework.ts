import type { Contender } from '../../harness/contender.ts';
import { contenderOf } from '../contender-of.ts';
import { blockLine } from '../operations/block-line.ts';
import { linework } from '../servers/linework.ts';

export const contender: Contender = contenderOf(blockLine(0), linework);
