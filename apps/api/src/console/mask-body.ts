import { maskDetails, maskDetailsOf } from '@linework/events/mask-details';
import { mask, maskName } from '@linework/log/mask';
import { maskText } from '@linework/log/mask-text';
import { freeFormMembers, personalMembers } from '@linework/schemas/masking-rules';

/**
 * Positions in a list and digests of a dry run, which the page sends back. None holds a value of a record that somebody
 * reads masked.
 */
const positions: ReadonlySet<string> = new Set(['cursor', 'digest']);

/**
 * Masks MSISDNs, ICCIDs, IMSIs, names and tax ids of people in a response. `kind` is the kind of record at its root.
 */
export function maskBody(body: unknown, kind: string): unknown {
  return maskValue(body, { name: '', parent: kind, isPersonal: false, isName: false });
}

type Members = Readonly<Record<string, unknown>>;

interface Place {
  readonly name: string;
  /** The member around it, or the kind of record. */
  readonly parent: string;
  readonly isPersonal: boolean;
  readonly isName: boolean;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function maskValue(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return maskString(value, place);
  // The items of a list are what the list is about.
  if (Array.isArray(value)) return value.map((item) => maskValue(item, place));
  if (!isMembers(value)) return value;
  const parent = place.name === '' || place.name === 'items' ? place.parent : place.name;
  return Object.fromEntries(Object.keys(value).map((name) => [name, maskMember(name, value, { ...place, parent })]));
}

function maskString(text: string, { name, isPersonal, isName }: Place): string {
  if (isName) return maskName(text);
  return isPersonal ? mask(text) : positions.has(name) ? text : maskText(text);
}

function maskMember(name: string, record: Members, { parent, isPersonal }: Place): unknown {
  const member = record[name];
  if (freeFormMembers.has(name) && isMembers(member))
    return name === 'details' ? maskDetailsOf(findKind(record), member) : maskDetails(member);
  // A hit of the search has the name of a holder as its label.
  const isName = (name === 'name' && parent === 'holder') || (name === 'label' && record['kind'] === 'holder');
  return maskValue(member, { name, parent, isPersonal: isPersonal || personalMembers.has(name), isName });
}

/** The kind of the record that an event is about: its `resource`, or the record of an envelope itself. */
function findKind({ resource, type }: Members): string {
  return String(isMembers(resource) ? resource['type'] : type);
}
