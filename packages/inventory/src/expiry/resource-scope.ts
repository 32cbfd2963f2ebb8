import type { Bind } from '@linework/lists/bound-values';

/** A set of resources: named ones, a pool, or the pools of a broker and type. */
export type ResourceScope =
  | { readonly resourceIds: readonly string[] }
  | { readonly poolId: string }
  | { readonly typeId: string; readonly brokerId: string | null };

/** Builds the condition that a state `s` is in the scope. */
export function buildScopeCondition(scope: ResourceScope, bind: Bind): string {
  if ('resourceIds' in scope) return `s.resource_id = ANY(${bind(scope.resourceIds)}::uuid[])`;
  if ('poolId' in scope) return `s.pool_id = ${bind(scope.poolId)}::uuid`;
  const { typeId, brokerId } = scope;
  const pools = `SELECT id FROM pool WHERE type_id = ${bind(typeId)}::uuid AND broker_id = ${bind(brokerId)}::uuid`;
  return `s.pool_id = ANY(ARRAY(${pools}))`;
}
