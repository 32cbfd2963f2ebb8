import type { Arity } from '@linework/db/bulk-values';
import { bulkStatement } from '@linework/db/statement';
import type { ResourceType } from '../model/resource-type.ts';
import { buildCommitText, type CommitVariant, type RowChange, rowChanges } from './commit-statement.ts';
import { onceForEach } from './once-for-each.ts';
import type { TransitionPart } from './transition-part.ts';
import { listTransitionParts } from './transition-parts.ts';

/** What decides the variant of a batch. */
export interface BatchContent {
  readonly orders: Arity;
  readonly rowChange: RowChange;
  /** The number of rows of a fragment. */
  readonly countRows: (part: TransitionPart) => number;
}

/** With two effects there are twelve variants. A later effect has no variant of its own. */
const effectsWithVariant = 2;

/**
 * Lists the variants for a resource type, the cheapest first. The list is closed: at most twelve texts, each with a
 * test and a kept plan. A lone order pays for each fragment that it does not need, a tenth of its time for all of them,
 * so the usual transitions have variants: `step` starts the next call, `next` renews the lease as well, `order` changes
 * the order, `move` also the status of its resource, and `move-E` has one effect as well. Everything else is `any`. In
 * a batch the fragments cost the same once for many orders, so only the first effect has a variant there, together with
 * the status.
 * @internal
 */
export function listCommitVariants(resource: ResourceType): readonly CommitVariant[] {
  const all = listTransitionParts(resource);
  const take = (howMany: Arity, names: readonly string[]) =>
    all
      .filter(({ name }) => names.includes(name))
      .map((part) => ({ part, howMany: part.name === 'events' ? ('many' as const) : howMany }));
  const everything = all.map((part) => ({ part, howMany: 'many' as const }));
  const effects = resource.effects.slice(0, effectsWithVariant).map(({ name }) => name);
  const moveWith = (effect: string): CommitVariant => ({
    name: `move-${effect}`,
    orders: 'one',
    rowChange: 'full',
    parts: take('one', [resource.name, effect, 'events']),
  });
  return [
    { name: 'step', orders: 'one', rowChange: 'none', parts: [] },
    { name: 'next', orders: 'one', rowChange: 'renewal', parts: [] },
    { name: 'order', orders: 'one', rowChange: 'full', parts: take('many', ['events']) },
    { name: 'move', orders: 'one', rowChange: 'full', parts: take('many', [resource.name, 'events']) },
    ...effects.map(moveWith),
    { name: 'any', orders: 'one', rowChange: 'full', parts: everything },
    { name: 'step-batch', orders: 'many', rowChange: 'none', parts: [] },
    { name: 'next-batch', orders: 'many', rowChange: 'renewal', parts: [] },
    { name: 'order-batch', orders: 'many', rowChange: 'full', parts: take('many', ['events']) },
    {
      name: 'move-batch',
      orders: 'many',
      rowChange: 'full',
      parts: take('many', [resource.name, ...effects.slice(0, 1), 'events']),
    },
    { name: 'batch', orders: 'many', rowChange: 'full', parts: everything },
  ];
}

/** Whether the variant writes the whole batch. */
const fits = (
  { orders, rowChange, parts }: CommitVariant,
  batch: BatchContent,
  all: readonly TransitionPart[],
): boolean =>
  orders === batch.orders &&
  rowChanges.indexOf(rowChange) >= rowChanges.indexOf(batch.rowChange) &&
  all.every((part) => {
    const own = parts.find((one) => one.part === part);
    return own ? own.howMany === 'many' || batch.countRows(part) === 1 : batch.countRows(part) === 0;
  });

const variantsOf = onceForEach(listCommitVariants);
const statements = new WeakMap<CommitVariant, ReturnType<typeof createCommitStatement>>();

const createCommitStatement = (resource: ResourceType, variant: CommitVariant) =>
  bulkStatement(`commit-${resource.name}-${variant.name}`, buildCommitText(variant));

/** Returns the prepared statement of a variant. */
export function getCommitStatement(resource: ResourceType, variant: CommitVariant) {
  const cached = statements.get(variant);
  if (cached) return cached;
  const created = createCommitStatement(resource, variant);
  statements.set(variant, created);
  return created;
}

/**
 * Creates the statements of all variants. A program does so at its start, because a name that is too long would fail
 * only with the first such order.
 */
export function createCommitStatements(resource: ResourceType): void {
  for (const variant of variantsOf(resource)) getCommitStatement(resource, variant);
}

/** Returns the cheapest variant that writes the batch. */
export function chooseVariant(resource: ResourceType, batch: BatchContent): CommitVariant {
  const all = listTransitionParts(resource);
  const variant = variantsOf(resource).find((one) => fits(one, batch, all));
  if (!variant) throw new Error(`no statement commits a batch of orders on the resource type ${resource.name}`);
  return variant;
}
