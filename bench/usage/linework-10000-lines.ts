import type { Contender } from '../harness/contender.ts';
import { lineworkWith } from './linework.ts';

export const contender: Contender = lineworkWith(10_000, 'Linework: 10,000 lines');
