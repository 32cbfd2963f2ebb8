import type { Contender } from '../harness/contender.ts';
import { lineworkWith } from './linework-with.ts';

export const contender: Contender = lineworkWith(0, 'Linework');
