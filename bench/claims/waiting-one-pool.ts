import type { Contender } from '../harness/contender.ts';
import { waitingWith } from './waiting.ts';

export const contender: Contender = waitingWith(1, 'SELECT FOR UPDATE: one pool');
