import { type FieldError, joinSentences } from '@linework/problem-details/field-error';
import { z } from 'zod';
import { bodyErrors } from './field-errors.ts';
import type { EarlierErrors, Input } from './validate.ts';

const listedErrors = 3;

/** An item of a list that its schema rejects. The other items of the list are processed. */
export class InvalidItem {
  readonly value: unknown;
  readonly errors: readonly FieldError[];

  constructor(value: unknown, errors: readonly FieldError[]) {
    this.value = value;
    this.errors = errors;
  }

  /** Its first errors as sentences; `what` names the item: 'The record'. */
  describe(what: string): string {
    const errors = this.errors
      .slice(0, listedErrors)
      .map((error) => (error.pointer === '' ? { ...error, detail: `${what} ${error.detail}` } : error));
    return joinSentences(errors);
  }
}

const schemas = new WeakSet<z.ZodType>();

/**
 * An item of a list that is validated alone: in place of one that is not valid the list has an `InvalidItem`. The
 * document shows the schema of the item.
 */
export function eachAlone<Item extends z.ZodType>(item: Item): z.ZodType<z.output<Item> | InvalidItem, z.input<Item>> {
  const schema = item.catch(({ error, input }) => {
    const invalid = input instanceof InvalidItem ? input : new InvalidItem(input, bodyErrors(error.issues, input));
    return invalid as z.output<Item>;
  });
  schemas.add(schema);
  return schema as unknown as z.ZodType<z.output<Item> | InvalidItem, z.input<Item>>;
}

/** The lists of a body whose items are validated alone. */
export function findListsOfEach(body: z.ZodType | undefined): readonly string[] {
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape).flatMap(([name, member]) => {
    const list = member instanceof z.ZodOptional ? member.unwrap() : member;
    return list instanceof z.ZodArray && schemas.has(list.element as z.ZodType) ? [name] : [];
  });
}

/** Makes invalid items of those with values that cannot be stored, such as a number with too many digits. */
export function moveErrorsToItems(
  lists: readonly string[],
  input: Input,
  earlier: EarlierErrors,
): { readonly input: Input; readonly earlier: EarlierErrors } {
  if (lists.length === 0 || earlier.valueErrors.length === 0) return { input, earlier };
  const body: Record<string, unknown> = { ...(input.body as object) };
  const placed = Map.groupBy(earlier.valueErrors, ({ pointer }) => findItem(lists, body, pointer));
  for (const [item, errors] of placed) {
    if (item === undefined) continue;
    const [name = '', at = ''] = item.split('/');
    const items = [...(body[name] as unknown[])];
    items[Number(at)] = new InvalidItem(
      items[Number(at)],
      errors.map(({ pointer = '', detail }) => ({ pointer: pointer.slice(item.length + 1), detail })),
    );
    body[name] = items;
  }
  return { input: { ...input, body }, earlier: { ...earlier, valueErrors: placed.get(undefined) ?? [] } };
}

/** The item that a pointer leads into, as `name/index`. */
function findItem(lists: readonly string[], body: object, pointer = ''): string | undefined {
  const [, name = '', at = ''] = pointer.split('/');
  const isItem = lists.includes(name) && Array.isArray(Reflect.get(body, name)) && /^\d+$/.test(at);
  return isItem ? `${name}/${at}` : undefined;
}
