/** A set of resources: named ones, a pool, or the pools of a broker and type. */
export type ResourceScope =
  | { readonly resourceIds: readonly string[] }
  | { readonly poolId: string }
  | { readonly typeId: string; readonly brokerId: string | null };

/** Builds the condition that a state `s` is in the scope, and its values, which start at parameter $2. */
export function buildScopeCondition(scope: ResourceScope): {
  readonly condition: string;
  readonly values: readonly unknown[];
} {
  if ('resourceIds' in scope) return { condition: 's.resource_id = ANY($2::uuid[])', values: [scope.resourceIds] };
  if ('poolId' in scope) return { condition: 's.pool_id = $2::uuid', values: [scope.poolId] };
  const pools = 'SELECT id FROM pool WHERE type_id = $2::uuid AND broker_id = $3::uuid';
  return { condition: `s.pool_id = ANY(ARRAY(${pools}))`, values: [scope.typeId, scope.brokerId] };
}
