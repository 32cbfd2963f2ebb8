import { driftLifecycle } from '@linework/schemas/lifecycles/drift.lifecycle';
import { driftKinds } from '@linework/schemas/values/drift-kinds';
import { t } from '../language/translate.ts';
import { type Filter, statusFilter, timeFilters } from '../lists/filters.ts';

/** All that `GET /drifts` filters by. */
export const driftFilters: readonly Filter[] = [
  statusFilter(driftLifecycle),
  { name: 'kind', label: t('Kind'), values: driftKinds },
  { name: 'lineId', label: t('Line') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...timeFilters,
];
