import { contenderOf } from '../../api/contender-of.ts';
import { blockLine } from '../../api/operations/block-line.ts';
import { linework } from '../../api/servers/linework.ts';
import type { Contender } from '../../harness/contender.ts';
import { named } from '../named.ts';

export const contender: Contender = named('POST /lines/{id}/block', 10_000, contenderOf(blockLine(10_000), linework));
