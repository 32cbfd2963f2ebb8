import type { Contender } from '../../harness/contender.ts';
import { createContender } from '../create-contender.ts';
import { listResources } from '../operations/list-resources.ts';
import { plainServer } from '../servers/plain.ts';

export const contender: Contender = createContender(listResources, plainServer('baseline', 'baseline: node:http + pg'));
