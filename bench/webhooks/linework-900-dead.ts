import { lineworkWith } from './linework-with.ts';

export const contender = lineworkWith(900, 'Linework: 900 dead endpoints');
