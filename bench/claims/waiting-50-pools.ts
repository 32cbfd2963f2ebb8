import type { Contender } from '../harness/contender.ts';
import { waitingWith } from './waiting.ts';

export const contender: Contender = waitingWith(50, 'SELECT FOR UPDATE: 50 pools');
