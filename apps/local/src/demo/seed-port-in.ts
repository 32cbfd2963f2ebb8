import { randomInt } from 'node:crypto';
import { addDays, startOfDay } from '@linework/billing/civil-day';
import { readToday } from '@linework/billing/read-today';
import { createPortIn } from '@linework/portability/port-ins/create-port-in';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';
import type { DemoPools } from './seed-pools.ts';

const hourMs = 3_600_000;
const daysAhead = 20;

/** Creates a port-in for a new line, with a window in 20 days. A job sends it to the clearing house. Returns the id of the port-in. */
export async function seedPortIn({ db, caller }: DemoContext, customerId: string, pools: DemoPools): Promise<string> {
  const nineOClockMs = startOfDay(addDays(await readToday(db), daysAhead)).getTime() + 9 * hourMs;
  const window = { windowFrom: new Date(nineOClockMs), windowUntil: new Date(nineOClockMs + 3 * hourMs) };
  const target = { poolId: pools.numbers, sim: { poolId: pools.sims } };
  const { id } = await createPortIn(db, {
    caller,
    customerId,
    msisdn: randomForeignNumber(),
    donor: '55321',
    ...window,
    ...target,
    metadata: {},
    correlationId: newId(),
  });
  return id;
}

/**
 * A random number of another operator, because the clearing house keeps its state longer than a deleted database. Numbers that end in 99xx are left
 * out, because the simulator has scripted replies for them.
 */
function randomForeignNumber(): string {
  return `+552198${randomInt(100, 1_000)}${String(randomInt(9_000)).padStart(4, '0')}`;
}
