import type { z } from 'zod';
import type { OfferDiscount } from './offer-version.ts';
import type { CatalogProduct, ProductComponent } from './product.ts';

/** As much of a version as is checked; ids may still have to be drawn. */
interface CheckedVersion {
  readonly validFrom?: Date | undefined;
  readonly validUntil?: Date | undefined;
  readonly products: readonly (Pick<CatalogProduct, never> & { readonly id?: string | undefined; readonly components: readonly CheckedComponent[] })[];
  readonly discounts: readonly CheckedDiscount[];
}

type CheckedComponent = Pick<ProductComponent, 'type' | 'unlimited' | 'amount'> & { readonly id?: string | undefined };
type CheckedDiscount = Pick<OfferDiscount, 'scope' | 'productId' | 'componentId'> & {
  readonly id?: string | undefined;
  readonly discountId?: string | undefined;
};

type Path = readonly (string | number)[];
type AddIssue = (path: Path, message: string) => void;

/** Adds an issue for each way in which the parts of a version contradict each other. */
export function checkOfferVersion(version: CheckedVersion, context: z.core.$RefinementCtx): void {
  const addIssue: AddIssue = (path, message) => context.addIssue({ code: 'custom', path: [...path], message });
  const { validFrom, validUntil, products, discounts } = version;
  if (validFrom && validUntil && validUntil <= validFrom) addIssue(['validUntil'], 'must be after validFrom');
  const components = products.flatMap((product, index) =>
    product.components.map((component, componentIndex) => [component, ['products', index, 'components', componentIndex]] as const),
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
  for (const [index, discount] of discounts.entries()) checkScope(discount, products, (path, message) => addIssue(['discounts', index, ...path], message));
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
    if (seen.has(id)) addIssue([...path, name], 'is named before');
    seen.add(id);
  }
}

function checkAmount({ type, unlimited, amount }: CheckedComponent, path: Path, addIssue: AddIssue): void {
  if (amount === 0) return;
  if (type === 'SERVICE') addIssue([...path, 'amount'], 'must be left out: a service has no amount');
  else if (unlimited) addIssue([...path, 'amount'], 'must be left out of what is unlimited');
}

function checkScope({ scope, productId, componentId }: CheckedDiscount, products: CheckedVersion['products'], addIssue: AddIssue): void {
  if (scope === 'OFFER' && productId !== undefined) addIssue(['productId'], 'must be left out of a discount on the whole offer');
  if (scope === 'PRODUCT' && productId === undefined) addIssue(['productId'], 'is missing: the discount is on a product');
  if (scope === 'COMPONENT' && componentId === undefined) addIssue(['componentId'], 'is missing: the discount is on a component');
  if (scope !== 'COMPONENT' && componentId !== undefined) addIssue(['componentId'], 'must be left out of a discount that is not on a component');
  const targetProducts = productId === undefined || scope === 'OFFER' ? products : products.filter(({ id }) => id === productId);
  if (targetProducts.length === 0) addIssue(['productId'], 'is no product of this version');
  else if (scope === 'COMPONENT' && componentId !== undefined && !targetProducts.some(({ components }) => components.some(({ id }) => id === componentId))) {
    addIssue(['componentId'], productId === undefined ? 'is no component of this version' : 'is no component of this product');
  }
}
