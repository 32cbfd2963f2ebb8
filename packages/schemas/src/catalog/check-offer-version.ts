import type { z } from 'zod';
import type { OfferDiscount } from './offer-version.ts';
import type { CatalogProduct, ProductComponent } from './product.ts';

/** As much of a version as is checked; ids may still have to be drawn. */
interface Checked {
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
type Fault = (path: Path, message: string) => void;

/** Adds an issue for each way in which the parts of a version contradict each other. */
export function checkOfferVersion(version: Checked, context: z.core.$RefinementCtx): void {
  const fault: Fault = (path, message) => context.addIssue({ code: 'custom', path: [...path], message });
  const { validFrom, validUntil, products, discounts } = version;
  if (validFrom && validUntil && validUntil <= validFrom) fault(['validUntil'], 'must be after validFrom');
  const components = products.flatMap((product, at) =>
    product.components.map((component, place) => [component, ['products', at, 'components', place]] as const),
  );
  refuseTwice(
    'id',
    products.map((product, at) => [product, ['products', at]] as const),
    fault,
  );
  refuseTwice('id', components, fault);
  refuseTwice(
    'id',
    discounts.map((discount, at) => [discount, ['discounts', at]] as const),
    fault,
  );
  refuseTwice(
    'discountId',
    discounts.map((discount, at) => [discount, ['discounts', at]] as const),
    fault,
  );
  for (const [component, path] of components) checkAmount(component, path, fault);
  for (const [at, discount] of discounts.entries()) checkScope(discount, products, (path, message) => fault(['discounts', at, ...path], message));
}

function refuseTwice<Name extends string>(
  name: Name,
  parts: readonly (readonly [part: { readonly [name in Name]?: string | undefined }, path: Path])[],
  fault: Fault,
): void {
  const seen = new Set<string>();
  for (const [part, path] of parts) {
    const id = part[name];
    if (id === undefined) continue;
    if (seen.has(id)) fault([...path, name], 'is named before');
    seen.add(id);
  }
}

function checkAmount({ type, unlimited, amount }: CheckedComponent, path: Path, fault: Fault): void {
  if (amount === 0) return;
  if (type === 'SERVICE') fault([...path, 'amount'], 'must be left out: a service has no amount');
  else if (unlimited) fault([...path, 'amount'], 'must be left out of what is unlimited');
}

function checkScope({ scope, productId, componentId }: CheckedDiscount, products: Checked['products'], fault: Fault): void {
  if (scope === 'OFFER' && productId !== undefined) fault(['productId'], 'must be left out of a discount on the whole offer');
  if (scope === 'PRODUCT' && productId === undefined) fault(['productId'], 'is missing: the discount is on a product');
  if (scope === 'COMPONENT' && componentId === undefined) fault(['componentId'], 'is missing: the discount is on a component');
  if (scope !== 'COMPONENT' && componentId !== undefined) fault(['componentId'], 'must be left out of a discount that is not on a component');
  const meant = productId === undefined || scope === 'OFFER' ? products : products.filter(({ id }) => id === productId);
  if (meant.length === 0) fault(['productId'], 'is no product of this version');
  else if (scope === 'COMPONENT' && componentId !== undefined && !meant.some(({ components }) => components.some(({ id }) => id === componentId))) {
    fault(['componentId'], productId === undefined ? 'is no component of this version' : 'is no component of this product');
  }
}
