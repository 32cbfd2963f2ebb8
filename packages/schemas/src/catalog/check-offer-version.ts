import type { z } from 'zod';
import type { OfferDiscount } from './offer-version.ts';
import type { CatalogProduct, ProductComponent } from './product.ts';

/** The members of a version that are checked; ids may not be generated yet. */
interface CheckedVersion {
  readonly validFrom?: Date | undefined;
  readonly validUntil?: Date | undefined;
  readonly products: readonly (Pick<CatalogProduct, never> & {
    readonly id?: string | undefined;
    readonly components: readonly CheckedComponent[];
  })[];
  readonly discounts: readonly CheckedDiscount[];
}

type CheckedComponent = Pick<ProductComponent, 'type' | 'unlimited' | 'amount'> & { readonly id?: string | undefined };
type CheckedDiscount = Pick<OfferDiscount, 'scope' | 'productId' | 'componentId'> & {
  readonly id?: string | undefined;
  readonly discountId?: string | undefined;
};

type Path = readonly (string | number)[];
type AddIssue = (path: Path, message: string) => void;

/** Adds an issue for each contradiction between the parts of a version. */
export function checkOfferVersion(version: CheckedVersion, context: z.core.$RefinementCtx): void {
  const addIssue: AddIssue = (path, message) => context.addIssue({ code: 'custom', path: [...path], message });
  const { validFrom, validUntil, products, discounts } = version;
  if (validFrom && validUntil && validUntil <= validFrom) addIssue(['validUntil'], 'must be after validFrom');
  const components = products.flatMap((product, index) =>
    product.components.map(
      (component, componentIndex) => [component, ['products', index, 'components', componentIndex]] as const,
    ),
  );
  rejectDuplicates(
    'id',
    products.map((product, index) => [product, ['products', index]] as const),
    addIssue,
  );
  rejectDuplicates('id', components, addIssue);
  rejectDuplicates(
    'id',
    discounts.map((discount, index) => [discount, ['discounts', index]] as const),
    addIssue,
  );
  rejectDuplicates(
    'discountId',
    discounts.map((discount, index) => [discount, ['discounts', index]] as const),
    addIssue,
  );
  for (const [component, path] of components) checkAmount(component, path, addIssue);
  for (const [index, discount] of discounts.entries())
    checkScope(discount, products, (path, message) => addIssue(['discounts', index, ...path], message));
}

function rejectDuplicates<Name extends string>(
  name: Name,
  parts: readonly (readonly [part: { readonly [name in Name]?: string | undefined }, path: Path])[],
  addIssue: AddIssue,
): void {
  const seen = new Set<string>();
  for (const [part, path] of parts) {
    const id = part[name];
    if (id === undefined) continue;
    if (seen.has(id)) addIssue([...path, name], 'is used more than once');
    seen.add(id);
  }
}

function checkAmount({ type, unlimited, amount }: CheckedComponent, path: Path, addIssue: AddIssue): void {
  if (amount === 0) return;
  if (type === 'SERVICE') addIssue([...path, 'amount'], 'must be absent: a SERVICE component has no amount');
  else if (unlimited) addIssue([...path, 'amount'], 'must be absent: the component is unlimited');
}

function checkScope(
  { scope, productId, componentId }: CheckedDiscount,
  products: CheckedVersion['products'],
  addIssue: AddIssue,
): void {
  if (scope === 'OFFER' && productId !== undefined)
    addIssue(['productId'], 'must be absent: the scope of the discount is OFFER');
  if (scope === 'PRODUCT' && productId === undefined)
    addIssue(['productId'], 'is required: the scope of the discount is PRODUCT');
  if (scope === 'COMPONENT' && componentId === undefined)
    addIssue(['componentId'], 'is required: the scope of the discount is COMPONENT');
  if (scope !== 'COMPONENT' && componentId !== undefined)
    addIssue(['componentId'], 'must be absent: the scope of the discount is not COMPONENT');
  const targetProducts =
    productId === undefined || scope === 'OFFER' ? products : products.filter(({ id }) => id === productId);
  if (targetProducts.length === 0) addIssue(['productId'], 'is not a product of this version');
  else if (
    scope === 'COMPONENT' &&
    componentId !== undefined &&
    !targetProducts.some(({ components }) => components.some(({ id }) => id === componentId))
  ) {
    addIssue(
      ['componentId'],
      productId === undefined ? 'is not a component of this version' : 'is not a component of this product',
    );
  }
}
