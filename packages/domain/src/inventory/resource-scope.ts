/** Where resources may be: some that are named, a pool, or the pools that a broker has of a type. */
export type ResourceScope =
  | { readonly resourceIds: readonly string[] }
  | { readonly poolId: string }
  | { readonly typeId: string; readonly brokerId: string | null };

/** The condition that a state `s` is of the place, and its values, which are the second of the statement and on. */
export function buildScopeCondition(scope: ResourceScope): { readonly condition: string; readonly values: readonly unknown[] } {
  if ('resourceIds' in scope) return { condition: 's.resource_id = ANY($2::uuid[])', values: [scope.resourceIds] };
  if ('poolId' in scope) return { condition: 's.pool_id = $2::uuid', values: [scope.poolId] };
  const pools = 'SELECT id FROM pool WHERE type_id = $2::uuid AND broker_id = $3::uuid';
  return { condition: `s.pool_id = ANY(ARRAY(${pools}))`, values: [scope.typeId, scope.brokerId] };
}
