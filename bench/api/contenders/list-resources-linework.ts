import type { Contender } from '../../harness/contender.ts';
import { createContender } from '../create-contender.ts';
import { listResources } from '../operations/list-resources.ts';
import { linework } from '../servers/linework.ts';

export const contender: Contender = createContender(listResources, linework);
