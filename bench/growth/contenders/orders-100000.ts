import type { Contender } from '../../harness/contender.ts';
import { lineworkWith } from '../../orders/linework-with.ts';
import { named } from '../named.ts';

export const contender: Contender = named('an order carried out', 100_000, lineworkWith(100_000, 'Linework'));
