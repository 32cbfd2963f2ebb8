import type { Contender } from '../harness/contender.ts';
import { lineworkWith } from './linework.ts';

export const contender: Contender = lineworkWith(1, 'Linework: one line');
