import { mask } from '@linework/log/mask';
import { maskText } from '@linework/log/mask-text';

type Details = Readonly<Record<string, unknown>>;

/** Members that name a person or a number, whatever their form. Everything else is masked by its form. */
const personalMember = /name|tax_?id|msisdn|number|icc_?id|imsi|email|phone|address|street|external_?code|^from$|^to$/i;

/** Masks MSISDNs, ICCIDs, IMSIs, names and tax ids in the details of an event. Ids, times and statuses stay. */
export function maskDetails(details: Details): Details {
  return maskMembers(details, false);
}

function maskMembers(details: Details, isPersonal: boolean): Details {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, maskValue(value, isPersonal || personalMember.test(name))]));
}

function maskValue(value: unknown, isPersonal: boolean): unknown {
  if (typeof value === 'string') return isPersonal ? mask(value) : maskText(value);
  // A number of a telephone has ten digits or more.
  if (typeof value === 'number' && (isPersonal || value >= 1e9)) return mask(String(value));
  if (Array.isArray(value)) return value.map((item) => maskValue(item, isPersonal));
  return typeof value === 'object' && value !== null ? maskMembers(value as Details, isPersonal) : value;
}
