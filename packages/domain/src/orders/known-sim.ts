import type { SimKeys } from '../systems.ts';
import { type Known, type KnownResource, lineOf } from './known.ts';

/** A SIM as the network has to know it. */
export interface KnownSim {
  readonly imsi: string;
  /** Milenage K and OPc, where the inventory has them. */
  readonly keys?: SimKeys;
}

/** The SIM that the order has claimed for its line. */
export function claimedSim(known: Known): KnownSim {
  const sim = known.resources?.find(({ type, isClaimed }) => type === 'SIM' && isClaimed);
  if (typeof sim?.attributes.imsi !== 'string') throw new Error(`order ${known.orderId} has a step about a SIM, but has claimed none with an IMSI`);
  return { imsi: sim.attributes.imsi, ...keysOf(sim) };
}

/** The SIM that the line has. It may be older than the inventory: then only its IMSI is known. */
export function presentSim(known: Known): KnownSim {
  const sim = known.resources?.find(({ type, isClaimed }) => type === 'SIM' && !isClaimed);
  return { imsi: lineOf(known).imsi, ...(sim && keysOf(sim)) };
}

/** The number that the order has claimed for its line. */
export function claimedMsisdn(known: Known): string {
  const number = known.resources?.find(({ type, isClaimed }) => type === 'MSISDN' && isClaimed);
  if (!number) throw new Error(`order ${known.orderId} has a step about a number, but has claimed none`);
  return number.externalCode;
}

function keysOf({ attributes: { ki, opc } }: KnownResource): Pick<KnownSim, 'keys'> {
  return typeof ki === 'string' && typeof opc === 'string' ? { keys: { k: ki, opc } } : {};
}
