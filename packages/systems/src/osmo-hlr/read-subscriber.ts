import { TransientError } from '@linework/engine/model/system-errors';
import type { Ctrl } from './ctrl.ts';
import { unreadableResponse } from './open-connection.ts';

/** The services it may use: circuit switched, packet switched, both, none. */
export type AccessMode = 'none' | 'cs' | 'ps' | 'cs+ps';

/** A subscriber as OsmoHLR stores it. The number has no plus sign. */
export interface RegisteredSubscriber {
  readonly imsi: string;
  readonly msisdn: string | undefined;
  readonly access: AccessMode;
  /** The Milenage keys, in lower case. */
  readonly k: string | undefined;
  readonly opc: string | undefined;
}

/** Reads the subscriber of an IMSI or number (`by-imsi-724...`); undefined when the register certainly has none. */
export async function readSubscriber(
  ctrl: Ctrl,
  selector: string,
  signal: AbortSignal,
): Promise<RegisteredSubscriber | undefined> {
  const reply = await ctrl.get(`subscriber.${selector}.info-all`, signal);
  if ('value' in reply) return parseSubscriber(reply.value);
  if (reply.error.trim() === 'No such subscriber.') return undefined;
  throw new TransientError('network-error', 'The network cannot read its register.');
}

/** One field per line, name and value separated by a tab; fields without a value are left out. */
function parseSubscriber(text: string): RegisteredSubscriber {
  const fields = new Map(text.split('\n').map((line) => line.split('\t', 2) as [string, string | undefined]));
  const imsi = fields.get('imsi');
  const access = accessModes[`${fields.get('nam_cs')}${fields.get('nam_ps')}`];
  if (imsi === undefined || access === undefined) throw unreadableResponse();
  return { imsi, msisdn: fields.get('msisdn'), access, k: fields.get('aud3g.k'), opc: fields.get('aud3g.opc') };
}

/** From the two flags, circuit switched first. */
const accessModes: Readonly<Record<string, AccessMode>> = { '00': 'none', '10': 'cs', '01': 'ps', '11': 'cs+ps' };
