import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { createOsmoHlrNetwork, type OsmoHlrAddress } from '@linework/systems/osmo-hlr/create-osmo-hlr-network';
import { createCtrl } from '@linework/systems/osmo-hlr/ctrl';
import { type RegisteredSubscriber, readSubscriber } from '@linework/systems/osmo-hlr/read-subscriber';

export interface TestHlr extends OsmoHlrServer {
  readonly address: OsmoHlrAddress;
  /** The register's own response, over a separate connection. */
  registered(imsi: string): Promise<RegisteredSubscriber | undefined>;
}

/** A real OsmoHLR, and a way to read it without the network adapter. */
export async function anOsmoHlr(): Promise<TestHlr> {
  const hlr = await startOsmoHlr();
  const address = { vty: { host: hlr.host, port: 4258 }, ctrl: { host: hlr.host, port: 4259 }, timeoutMs: 20_000 };
  const registered = (imsi: string) =>
    readSubscriber(createCtrl(address.ctrl), `by-imsi-${imsi}`, AbortSignal.timeout(20_000));
  return Object.assign(hlr, { address, registered });
}

let last = 0;

/** A subscriber that the register does not know yet, with a second SIM and number to change to. */
export function aPerson() {
  last += 1;
  const digits = String(last).padStart(7, '0');
  const [imsi, msisdn] = [`72405001${digits}`, `+55119${digits}`];
  return { imsi, msisdn, newImsi: `72405002${digits}`, newMsisdn: `+55219${digits}`, own: { imsi, msisdns: [msisdn] } };
}

/** The keys of a first SIM, and of its replacement. */
export const keys = { k: '000102030405060708090a0b0c0d0e0f', opc: 'A0A1A2A3A4A5A6A7A8A9AAABACADAEAF' };
export const newKeys = { k: 'f00102030405060708090a0b0c0d0e0f', opc: 'f0a1a2a3a4a5a6a7a8a9aaabacadaeaf' };

export const aCall = () => ({ key: `${crypto.randomUUID()}:execute` });

/** The result of a call: nothing when it succeeded, otherwise the class and the code of its error. */
export async function catchError(call: Promise<unknown>): Promise<readonly [string, string] | undefined> {
  return call.then(
    () => undefined,
    (fault) => [fault.name, fault.code] as const,
  );
}

/** A network at this address with a short time limit. */
export const networkAt = (address: OsmoHlrAddress, timeoutMs = address.timeoutMs) =>
  createOsmoHlrNetwork({ ...address, timeoutMs });
