import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Route } from '../define-route.ts';
import { type EarlierErrors, type Input, validate } from './validate.ts';

/** This many items take a few milliseconds. */
const itemsPerTurn = 250;

type Validate = (input: Input, earlier: EarlierErrors) => Input | Promise<Input>;

/** Returns a function that does what `validate` does. A long list in a body is validated in pieces, and other requests run in between. */
export function validateInPieces(route: Route): Validate {
  const list = findListMember(route.body);
  if (list === undefined) return (input, earlier) => validate(route, input, earlier);
  const withoutItems: Route = { ...route, body: list.withoutItems };
  return (input, earlier) => {
    const items = (input.body as Readonly<Record<string, unknown>> | undefined | null)?.[list.name];
    if (!Array.isArray(items) || items.length <= itemsPerTurn) return validate(route, input, earlier);
    return validateItems(list.item, items).then((values) =>
      // All errors are listed together, so a body with a wrong item is validated as a whole.
      values === undefined
        ? validate(route, input, earlier)
        : validate(withoutItems, { ...input, body: { ...(input.body as object), [list.name]: values } }, earlier),
    );
  };
}

interface ListMember {
  readonly name: string;
  readonly item: z.ZodType;
  /** The schema of the body for items that are validated already. It keeps the limits of the list and all other rules. */
  readonly withoutItems: z.ZodType;
}

/** The first list of a body. */
function findListMember(body: z.ZodType | undefined): ListMember | undefined {
  if (!(body instanceof z.ZodObject)) return undefined;
  const [name, list] = Object.entries(body.shape).find(([, member]) => member instanceof z.ZodArray) ?? [];
  if (name === undefined || !(list instanceof z.ZodArray)) return undefined;
  const anyItems = list.clone({ ...list.def, element: z.unknown() });
  const withoutItems = body.clone({ ...body.def, shape: { ...body.shape, [name]: anyItems } });
  return { name, item: list.element as z.ZodType, withoutItems };
}

/** The validated items; undefined if one is wrong. */
async function validateItems(schema: z.ZodType, items: readonly unknown[]): Promise<readonly unknown[] | undefined> {
  const values: unknown[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % itemsPerTurn === 0) await nextTurn();
    const result = schema.safeParse(item);
    if (!result.success) return undefined;
    values.push(result.data);
  }
  return values;
}
