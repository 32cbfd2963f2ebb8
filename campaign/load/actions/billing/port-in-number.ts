import type { Client } from '../client.ts';

/** Long enough to repeat a request whose response was lost. */
const opensAfterMs = 3_000;
const isOpenForMs = 600_000;

/**
 * Requests the port-in of a number, for a new line or for an existing one. Three of ten donors refuse it, permanently
 * or temporarily.
 */
export async function portInNumber({ send, chance, state, report }: Client): Promise<void> {
  const { holderId, numberPoolId, simPoolId } = state.broker;
  const last = chance.happens(30) ? chance.between(9_901, 9_908) : chance.between(1_000, 9_000);
  const body = {
    customerId: holderId,
    msisdn: `+551198${chance.between(100, 999)}${last}`,
    donor: '55321',
    poolId: numberPoolId,
    ...aWindow(),
    ...(chance.happens(60) ? { sim: { poolId: simPoolId } } : { lineId: chance.oneOf(state.lineIds) }),
  };
  const { status } = await send('POST', '/portability/port-ins', { body });
  if (status < 300) report.increment('port-in requested');
}

/** A window that opens soon and stays open for longer than any campaign. */
export function aWindow() {
  const opensMs = Date.now() + opensAfterMs;
  return { windowFrom: new Date(opensMs).toISOString(), windowUntil: new Date(opensMs + isOpenForMs).toISOString() };
}
