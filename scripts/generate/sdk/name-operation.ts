/** The place of an operation in the SDK and in the command line: `linework.<noun>.<verb>`. */
export interface OperationName {
  readonly noun: string;
  readonly verb: string;
}

/** Paths whose noun is not their first segment. The longest prefix decides. */
const nounsByPath: Readonly<Record<string, string>> = {
  '/inventory/types': 'resourceTypes',
  '/lines/{lineId}/products': 'usage',
  '/bulk-operation-previews': 'bulkOperations',
  '/bulk-row-previews': 'bulkOperations',
  '/catalog/versions': 'offers',
  '/portability/status': 'portability',
  '/portability/notifications': 'portability',
};

/** First segments that only group others: the noun of `/inventory/pools` is `pools`. */
const groups = ['inventory', 'catalog', 'portability', '.well-known'];

/** What operation ids call a noun beside its singular and its plural. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  bulkOperations: ['Bulk'],
  webhookEndpoints: ['Webhook'],
};

/**
 * Derives the noun from the path and the verb from the operation id: `listOrderAttempts` at
 * `/orders/{orderId}/attempts` is `orders.attempts`.
 */
export function nameOperation({ name, path }: { readonly name: string; readonly path: string }): OperationName {
  const noun = findNoun(path);
  return { noun, verb: findVerb(name, noun) };
}

function findNoun(path: string): string {
  const prefix = Object.keys(nounsByPath)
    .filter((each) => path.startsWith(each))
    .toSorted((one, other) => other.length - one.length)[0];
  if (prefix !== undefined) return nounsByPath[prefix] as string;
  const [first = '', second = ''] = path.slice(1).split('/');
  return toCamelCase(groups.includes(first) && second !== '' ? second : first);
}

function findVerb(name: string, noun: string): string {
  const [, verb = name, rest = ''] = /^([a-z]+)(.*)$/.exec(name) ?? [];
  const without = removeNoun(rest, noun);
  if (without === '') return verb;
  return verb === 'list' || verb === 'get' ? lowerFirst(without) : verb + without;
}

/** Removes the noun, in plural or in singular, from the words of an operation id. */
function removeNoun(words: string, noun: string): string {
  const plural = upperFirst(noun);
  const names = [plural, toSingular(plural), ...(otherNames[noun] ?? [])];
  const name = names.find((each) => new RegExp(`${each}(?![a-z])`).test(words));
  return name === undefined ? words : words.replace(new RegExp(`${name}(?![a-z])`), '');
}

/** The singular of an English plural, as far as the nouns of the interface need it. */
function toSingular(plural: string): string {
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '');
}

export const toCamelCase = (text: string): string =>
  text.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
export const toKebabCase = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
