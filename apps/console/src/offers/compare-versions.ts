import type { OfferVersion } from '@linework/sdk';
import { t } from '../language/translate.ts';
import { amountText } from '../line/amount-text.ts';
import { fromCents, toCents } from '../ui/text/cents.ts';
import { moneyText, percentText } from '../ui/text/day-text.ts';
import { toPhrase } from '../ui/text/status-tone.ts';

/** What two versions are compared by. One of them may not be published yet. */
export type Content = Pick<OfferVersion, 'products' | 'discounts' | 'onLastLineEnded'>;
type Product = Content['products'][number];
type Component = Product['components'][number];
type Discount = Content['discounts'][number];

interface ComparedPart {
  readonly key: string;
  /** The product, the part of it or the discount. */
  readonly name: string;
  /** A part stands below its product. */
  readonly isPart: boolean;
  /** Undefined where the version has no such part. */
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly isDifferent: boolean;
}

const unitOf = { DATA: 'BYTE', VOICE: 'SECOND', SMS: 'MESSAGE' } as const;

function describeComponent({ type, unlimited, amount, price }: Component): string {
  const size =
    type === 'SERVICE'
      ? t('included')
      : unlimited
        ? t('unlimited')
        : type === 'SMS'
          ? t('{amount} messages', { amount: amountText(unitOf[type], amount) })
          : amountText(unitOf[type], amount);
  return toCents(price) === 0 ? size : `${size}, ${moneyText(price)}`;
}

/** What a cycle of a product costs: its own price and that of its parts. */
const totalPrice = ({ price, components }: Product): string =>
  fromCents([price, ...components.map((component) => component.price)].reduce((sum, part) => sum + toCents(part), 0));

function describeProduct(product: Product): string {
  const price = moneyText(totalPrice(product));
  const parts = [
    product.recurrence === 'SPOT' ? t('{price} once', { price }) : t('{price} a cycle', { price }),
    toPhrase(product.billingType),
    ...(product.allowsOverage ? [t('with overage')] : []),
  ];
  return parts.join(', ');
}

function describeDiscount({ value, fromCycle, durationInCycles, scope }: Discount): string {
  const size = value.type === 'PERCENTAGE' ? percentText(value.amount) : moneyText(value.amount);
  const values = { size, from: fromCycle, cycles: durationInCycles ?? 0, scope: toPhrase(scope) };
  if (durationInCycles === undefined)
    return fromCycle === 1
      ? t('{size}, without an end, of the {scope}', values)
      : t('{size} from cycle {from}, without an end, of the {scope}', values);
  return fromCycle === 1
    ? t('{size} for {cycles} cycles, of the {scope}', values)
    : t('{size} from cycle {from} for {cycles} cycles, of the {scope}', values);
}

/** The members of both lists by a key, in the order of the right one, then those that only the left one has. */
function pair<Item>(left: readonly Item[], right: readonly Item[], keyOf: (item: Item) => string) {
  const lefts = new Map(left.map((item) => [keyOf(item), item]));
  const rights = new Map(right.map((item) => [keyOf(item), item]));
  return [...new Set([...rights.keys(), ...lefts.keys()])].map((key) => ({
    key,
    left: lefts.get(key),
    right: rights.get(key),
  }));
}

function nameOf<Item extends { readonly name: string }>(left: Item | undefined, right: Item | undefined): string {
  if (left === undefined || right === undefined || left.name === right.name) return (right ?? left)?.name ?? '';
  return `${left.name} → ${right.name}`;
}

const row = (part: Omit<ComparedPart, 'isDifferent'>): ComparedPart => ({
  ...part,
  isDifferent: part.left !== part.right || part.name.includes(' → '),
});

/** Two versions of an offer, part by part. The one that is older stands on the left. */
export function compareVersions(left: Content, right: Content): readonly ComparedPart[] {
  const products = pair(left.products, right.products, ({ id }) => id).flatMap((product) => [
    row({
      key: product.key,
      name: nameOf(product.left, product.right),
      isPart: false,
      left: product.left && describeProduct(product.left),
      right: product.right && describeProduct(product.right),
    }),
    ...pair(product.left?.components ?? [], product.right?.components ?? [], componentKey).map((component) =>
      row({
        key: `${product.key} ${component.key}`,
        name: nameOf(component.left, component.right),
        isPart: true,
        left: component.left && describeComponent(component.left),
        right: component.right && describeComponent(component.right),
      }),
    ),
  ]);
  const discounts = pair(left.discounts, right.discounts, ({ name }) => name).map((discount) =>
    row({
      key: `discount ${discount.key}`,
      name: t('Discount {name}', { name: nameOf(discount.left, discount.right) }),
      isPart: false,
      left: discount.left && describeDiscount(discount.left),
      right: discount.right && describeDiscount(discount.right),
    }),
  );
  const policies = { cancel: t('the subscription is cancelled'), keep: t('the subscription is kept') };
  const policy = row({
    key: 'policy',
    name: t('After the last line'),
    isPart: false,
    left: policies[left.onLastLineEnded],
    right: policies[right.onLastLineEnded],
  });
  return [...products, ...discounts, policy];
}

/** Components have another id in each version, so they are the same where their type and their code are. */
const componentKey = ({ type, externalCode, name }: Component): string =>
  type === 'SERVICE' ? `${type} ${externalCode ?? name}` : type;
