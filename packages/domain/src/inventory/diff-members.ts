import { isDeepStrictEqual } from 'node:util';

type Members = Readonly<Record<string, unknown>>;

/** What can be changed on a resource, as it is kept. */
export interface StoredMembers {
  readonly attributes: Members;
  readonly metadata: Members;
  readonly location: string | null;
  readonly reservationTTL: number | null;
  readonly quarantineTTL: number | null;
}

/** Names that SIM manufacturers give to secrets. No value of theirs is kept in the history. */
const secretNamePattern = /^(?:ki?|opc?|pin\d?|puk\d?|adm\d?)$/i;

/** What an event keeps of a change: each member that differs, before and after. Of attributes only those that differ, secrets aside; a member without a value is left out. */
export function diffMembers(before: StoredMembers, after: StoredMembers): { readonly before: Members; readonly after: Members } {
  const isDifferent = (name: string) => !isDeepStrictEqual(before[name as keyof StoredMembers], after[name as keyof StoredMembers]);
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
  return Object.fromEntries(names.flatMap((name) => (members[name] === undefined || members[name] === null ? [] : [[name, members[name]]])));
}
