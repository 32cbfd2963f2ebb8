import { isDeepStrictEqual } from 'node:util';

type Members = Readonly<Record<string, unknown>>;

/** The members of a resource that can change, as they are stored. */
export interface StoredMembers {
  readonly attributes: Members;
  readonly metadata: Members;
  readonly poolId: string;
  readonly location: string | null;
  readonly reservationTTL: number | null;
  readonly quarantineTTL: number | null;
}

/** Names that SIM manufacturers use for secrets. Events never contain their values. */
const secretNamePattern = /^(?:ki?|opc?|pin\d?|puk\d?|adm\d?)$/i;

/**
 * The changed members before and after, for the event. Of the attributes it contains only the changed ones that are not
 * secret; a member without a value is left out.
 */
export function diffMembers(
  before: StoredMembers,
  after: StoredMembers,
): { readonly before: Members; readonly after: Members } {
  const isDifferent = (name: string) =>
    !isDeepStrictEqual(before[name as keyof StoredMembers], after[name as keyof StoredMembers]);
  const names = Object.keys(after).filter((name) => name !== 'attributes' && isDifferent(name));
  const attributeNames = Object.keys({ ...before.attributes, ...after.attributes }).filter(
    (name) => !secretNamePattern.test(name) && !isDeepStrictEqual(before.attributes[name], after.attributes[name]),
  );
  const pickChanged = (members: StoredMembers) => {
    const attributes = attributeNames.length === 0 ? {} : { attributes: pick(members.attributes, attributeNames) };
    return { ...pick(members as unknown as Members, names), ...attributes };
  };
  return { before: pickChanged(before), after: pickChanged(after) };
}

function pick(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(
    names.flatMap((name) => (members[name] === undefined || members[name] === null ? [] : [[name, members[name]]])),
  );
}
