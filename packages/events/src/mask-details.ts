import type { Caller } from '@linework/auth/caller';
import { mask, maskName } from '@linework/log/mask';
import { maskText } from '@linework/log/mask-text';
import { findReadScope, isOfCompany } from '@linework/schemas/events';
import { personalDetail } from '@linework/schemas/masking-rules';

type Details = Readonly<Record<string, unknown>>;

/** The details of an event as a reader may see them: in clear only with the scope that reads the record. */
export function showDetails(details: Details, resourceType: string, { scopes }: Pick<Caller, 'scopes'>): Details {
  return scopes.includes(findReadScope(resourceType)) ? details : maskDetails(details);
}

/** The details of an event as a person in the console sees them: of a record of the company with its names. */
export const maskDetailsOf = (resourceType: string, details: Details): Details =>
  isOfCompany(resourceType)
    ? maskMembers(details, { isPersonal: false, isName: false, areNamesClear: true })
    : maskDetails(details);

/** Masks MSISDNs, ICCIDs, IMSIs, names and tax ids in the details of an event. Ids, times and statuses stay. */
export const maskDetails = (details: Details): Details =>
  maskMembers(details, { isPersonal: false, isName: false, areNamesClear: false });

interface Place {
  readonly isPersonal: boolean;
  readonly isName: boolean;
  readonly areNamesClear: boolean;
}

function maskMembers(details: Details, place: Place): Details {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const isPersonal = place.isPersonal || (personalDetail.test(name) && !(place.areNamesClear && name === 'name'));
      // A client chooses the names inside its own objects, and may choose a number.
      const isName = isPersonal && (place.isName || /name$/i.test(name));
      return [maskText(name), maskValue(value, { ...place, isPersonal, isName })];
    }),
  );
}

function maskValue(value: unknown, place: Place): unknown {
  if (typeof value === 'string')
    return place.isName ? maskName(value) : place.isPersonal ? mask(value) : maskText(value);
  // A number of a telephone has ten digits or more.
  if (typeof value === 'number' && (place.isPersonal || value >= 1e9)) return mask(String(value));
  if (Array.isArray(value)) return value.map((item) => maskValue(item, place));
  return typeof value === 'object' && value !== null ? maskMembers(value as Details, place) : value;
}
