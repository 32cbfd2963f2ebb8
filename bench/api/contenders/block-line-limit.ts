import type { Contender } from '../../harness/contender.ts';
import { contenderOf } from '../contender-of.ts';
import { blockLine } from '../operations/block-line.ts';
import { plain } from '../servers/plain.ts';

export const contender: Contender = contenderOf(blockLine(0), plain('limit', 'limit: node:http + pg'));
