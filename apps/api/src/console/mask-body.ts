import { maskDetails } from '@linework/events/mask-details';
import { mask } from '@linework/log/mask';
import { maskText } from '@linework/log/mask-text';

/** Members that are about a person, or a number of one, wherever they are. */
const personal: ReadonlySet<string> = new Set(['msisdn', 'iccId', 'imsi', 'federalTaxId', 'stateTaxId', 'email', 'phone', 'address']);
/** Members in the form of whoever wrote them: the names inside decide, as in an event. */
const freeForm: ReadonlySet<string> = new Set(['metadata', 'attributes', 'details', 'input', 'accountMetadata']);
/** Positions in a list and digests of a dry run, which the page sends back. */
const positions: ReadonlySet<string> = new Set(['cursor', 'digest']);

/** Masks MSISDNs, ICCIDs, IMSIs, names and tax ids of people in a response. `kind` is the kind of record at its root. */
export function maskBody(body: unknown, kind: string): unknown {
  return maskValue(body, { name: '', parent: kind, isPersonal: false });
}

interface Place {
  readonly name: string;
  /** The member around it, or the kind of record. */
  readonly parent: string;
  readonly isPersonal: boolean;
}

function maskValue(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return place.isPersonal ? mask(value) : positions.has(place.name) ? value : maskText(value);
  // The items of a list are what the list is about.
  if (Array.isArray(value)) return value.map((item) => maskValue(item, place));
  if (typeof value !== 'object' || value === null) return value;
  const parent = place.name === '' || place.name === 'items' ? place.parent : place.name;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskMember(name, member, { ...place, parent })]));
}

function maskMember(name: string, member: unknown, { parent, isPersonal }: Place): unknown {
  if (freeForm.has(name) && typeof member === 'object' && member !== null && !Array.isArray(member)) return maskDetails(member as Record<string, unknown>);
  const isName = name === 'name' && parent === 'holder';
  return maskValue(member, { name, parent, isPersonal: isPersonal || personal.has(name) || isName });
}
