type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is an array of objects, which is shown as a table of its own. */
export const isRecordList = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** The members of an object with the members of inner objects under their paths. Arrays stay. */
export function flatten(value: Members, prefix = ''): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(value).flatMap(([name, member]) =>
    isObject(member) && Object.keys(member).length > 0
      ? flatten(member, `${prefix}${name}.`)
      : [[`${prefix}${name}`, member] as const],
  );
}
