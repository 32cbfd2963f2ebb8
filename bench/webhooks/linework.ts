import { lineworkWith } from './linework-with.ts';

export const contender = lineworkWith(0, 'Linework');
