import type { Contender } from '../../harness/contender.ts';
import { lineworkWith } from '../../orders/linework-with.ts';
import { named } from '../named.ts';

export const contender: Contender = named('an order carried out', 1_000_000, lineworkWith(1_000_000, 'Linework'));
