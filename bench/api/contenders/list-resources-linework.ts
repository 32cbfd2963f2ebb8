import type { Contender } from '../../harness/contender.ts';
import { contenderOf } from '../contender-of.ts';
import { listResources } from '../operations/list-resources.ts';
import { linework } from '../servers/linework.ts';

export const contender: Contender = contenderOf(listResources, linework);
