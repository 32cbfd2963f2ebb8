import type { OperationOutline, Value, Values } from './outline.ts';

export interface Change {
  /** Method and path. */
  readonly operation: string;
  /** A sentence. */
  readonly text: string;
  /** A client that was right before may now be wrong. */
  readonly isBreaking: boolean;
}

type Outlines = Readonly<Record<string, OperationOutline>>;

/** Compares two versions of the interface. */
export function compareInterfaces(before: Outlines, after: Outlines): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((operation) => {
    const [old, current] = [before[operation], after[operation]];
    if (old === undefined) return [{ operation, text: `New operation \`${current?.name}\`.`, isBreaking: false }];
    if (current === undefined) return [{ operation, text: `The operation \`${old.name}\` is gone.`, isBreaking: true }];
    return compareOperation(old, current).map((change) => ({ operation, ...change }));
  });
}

type Difference = Omit<Change, 'operation'>;

const breaking = (text: string): Difference => ({ text, isBreaking: true });
const compatible = (text: string): Difference => ({ text, isBreaking: false });

function compareOperation(before: OperationOutline, after: OperationOutline): readonly Difference[] {
  const statuses = [...new Set([...Object.keys(before.responses), ...Object.keys(after.responses)])];
  return [
    ...(before.name === after.name
      ? []
      : [compatible(`The operation id is \`${after.name}\` instead of \`${before.name}\`.`)]),
    ...(before.scopes.join() === after.scopes.join()
      ? []
      : [breaking(`The scope is ${after.scopes.join()} instead of ${before.scopes.join()}.`)]),
    ...compareSent('parameter', before.parameters, after.parameters),
    ...compareSent('member', before.request, after.request),
    ...statuses.flatMap((status) => compareResponse(status, before.responses[status], after.responses[status])),
    ...listAdded(before.problemStatuses, after.problemStatuses).map((status) => compatible(`May answer ${status}.`)),
    ...listAdded(after.problemStatuses, before.problemStatuses).map((status) =>
      compatible(`Does not answer ${status} any more.`),
    ),
  ];
}

/** A client sends it: less must be required, and as much must be allowed as before. */
function compareSent(noun: 'parameter' | 'member', before: Values, after: Values): readonly Difference[] {
  return eachName(before, after, (name, old, current) => {
    const label = `The ${noun} \`${name}\` of the request`;
    if (old === undefined)
      return [current?.required ? breaking(`${label} is new and required.`) : compatible(`${label} is new.`)];
    if (current === undefined) return [breaking(`${label} is gone.`)];
    return [
      ...compareType(label, old, current),
      ...(current.required && !old.required ? [breaking(`${label} is required.`)] : []),
      ...(old.required && !current.required ? [compatible(`${label} is optional.`)] : []),
      ...compareValues(label, old, current, { removed: breaking, added: compatible }),
    ];
  });
}

/** A client reads it: as much must be there as before. */
function compareResponse(status: string, before: Values | undefined, after: Values | undefined): readonly Difference[] {
  if (before === undefined) return [compatible(`May answer ${status}.`)];
  if (after === undefined) return [breaking(`Does not answer ${status} any more.`)];
  return eachName(before, after, (name, old, current) => {
    const label = `The member \`${name}\` of the answer ${status}`;
    if (old === undefined) return [compatible(`${label} is new.`)];
    if (current === undefined) return [breaking(`${label} is gone.`)];
    return [
      ...compareType(label, old, current),
      ...(old.required && !current.required ? [breaking(`${label} may be absent.`)] : []),
      ...(current.required && !old.required ? [compatible(`${label} is always present.`)] : []),
      // A client must expect new values: the guides say so.
      ...compareValues(label, old, current, { removed: compatible, added: compatible }),
    ];
  });
}

function eachName(
  before: Values,
  after: Values,
  compare: (name: string, old: Value | undefined, current: Value | undefined) => readonly Difference[],
): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const parentOf = (name: string) => name.replace(/(\[\]|\.[^.[]+|\[\]\.[^.[]+)$/, '');
  // The members of a new or removed object are not listed one by one.
  const isListed = (name: string) => {
    const parent = parentOf(name);
    return parent === name || parent === '' || (before[parent] === undefined) === (after[parent] === undefined);
  };
  return names.filter(isListed).flatMap((name) => compare(name, before[name], after[name]));
}

const compareType = (label: string, old: Value, current: Value) =>
  old.type === current.type ? [] : [breaking(`${label} is of type ${current.type} instead of ${old.type}.`)];

interface Meaning {
  readonly removed: (text: string) => Difference;
  readonly added: (text: string) => Difference;
}

function compareValues(
  label: string,
  { values: old }: Value,
  { values: current }: Value,
  { removed, added }: Meaning,
): readonly Difference[] {
  if (old === undefined || current === undefined) {
    if (old === current) return [];
    return [
      old === undefined
        ? removed(`${label} has only the values ${current?.join(', ')}.`)
        : added(`${label} may have any value.`),
    ];
  }
  const [lost, won] = [listAdded(current, old), listAdded(old, current)];
  return [
    ...(lost.length > 0 ? [removed(`${label} has no longer the values ${lost.join(', ')}.`)] : []),
    ...(won.length > 0 ? [added(`${label} may also be ${won.join(', ')}.`)] : []),
  ];
}

const listAdded = (before: readonly string[], after: readonly string[]) => after.filter((one) => !before.includes(one));
