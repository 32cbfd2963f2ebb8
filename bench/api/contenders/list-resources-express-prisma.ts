import type { Contender } from '../../harness/contender.ts';
import { contenderOf } from '../contender-of.ts';
import { listResources } from '../operations/list-resources.ts';
import { plain } from '../servers/plain.ts';

export const contender: Contender = contenderOf(listResources, plain('express-prisma', 'Express + Prisma'));
