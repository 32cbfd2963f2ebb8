import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Route } from '../define-route.ts';
import { findListsOfEach, moveErrorsToItems } from './each-alone.ts';
import { type EarlierErrors, type Input, type ParsedBody, parseBody, validate } from './validate.ts';

/** This many items take a few milliseconds. */
const itemsPerTurn = 250;

type Validate = (input: Input, earlier: EarlierErrors) => Input | Promise<Input>;
type Issue = z.core.$ZodIssue;

/**
 * Returns a function that does what `validate` does. A long list in a body is validated in chunks, and other requests
 * run in between.
 */
export function validateInChunks(route: Route): Validate {
  const listsOfEach = findListsOfEach(route.body);
  const validateMoved = validateListInChunks(route);
  return (sent, found) => {
    const { input, earlier } = moveErrorsToItems(listsOfEach, sent, found);
    return validateMoved(input, earlier);
  };
}

function validateListInChunks(route: Route): Validate {
  const list = findListMember(route.body);
  if (list === undefined) return (input, earlier) => validate(route, input, earlier);
  return (input, earlier) => {
    const items = (input.body as Readonly<Record<string, unknown>> | undefined | null)?.[list.name];
    if (!Array.isArray(items) || items.length <= itemsPerTurn) return validate(route, input, earlier);
    return parseInChunks(list, input.body as object, items).then((body) => validate(route, input, earlier, body));
  };
}

interface ListMember {
  readonly name: string;
  readonly item: z.ZodType;
  /**
   * The schema of the body for items that are validated already. It keeps the limits of the list and all other rules.
   */
  readonly withoutItems: z.ZodType;
  /** Without the rules of the whole body, which are not checked while a member is wrong. */
  readonly membersWithoutItems: z.ZodType;
  /** The members in the order in which their errors are listed. */
  readonly members: readonly string[];
}

/** The first list of a body. */
function findListMember(body: z.ZodType | undefined): ListMember | undefined {
  if (!(body instanceof z.ZodObject)) return undefined;
  const [name, list] = Object.entries(body.shape).find(([, member]) => member instanceof z.ZodArray) ?? [];
  if (name === undefined || !(list instanceof z.ZodArray)) return undefined;
  const shape = { ...body.shape, [name]: list.clone({ ...list.def, element: z.unknown() }) };
  return {
    name,
    item: list.element as z.ZodType,
    withoutItems: body.clone({ ...body.def, shape }),
    membersWithoutItems: body.clone({ ...body.def, shape, checks: [] }),
    members: Object.keys(body.shape),
  };
}

async function parseInChunks(
  { name, item, withoutItems, membersWithoutItems, members }: ListMember,
  body: object,
  items: readonly unknown[],
): Promise<ParsedBody> {
  const others = parseBody({ body: membersWithoutItems }, body);
  const otherIssues = others.success ? [] : others.issues;
  // A list over its limit is not looked into.
  if (otherIssues.some(({ path }) => path[0] === name)) return others;
  const values: unknown[] = [];
  const issues: Issue[] = [];
  for (const [at, each] of items.entries()) {
    if (at > 0 && at % itemsPerTurn === 0) await nextTurn();
    const result = item.safeParse(each);
    if (result.success) values.push(result.data);
    else for (const issue of result.error.issues) issues.push({ ...issue, path: [name, at, ...issue.path] });
  }
  if (issues.length === 0) return parseBody({ body: withoutItems }, { ...body, [name]: values });
  const placeOf = ({ path: [member] }: Issue) =>
    member === undefined ? members.length : members.indexOf(String(member));
  return {
    success: false,
    issues: [...issues, ...otherIssues].toSorted((one, other) => placeOf(one) - placeOf(other)),
  };
}
