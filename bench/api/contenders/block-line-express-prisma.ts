import type { Contender } from '../../harness/contender.ts';
import { createContender } from '../create-contender.ts';
import { blockLine } from '../operations/block-line.ts';
import { plainServer } from '../servers/plain.ts';

export const contender: Contender = createContender(blockLine(0), plainServer('express-prisma', 'Express + Prisma'));
