import { randomInt } from 'node:crypto';
import { addDays, startOfDay } from '@linework/domain/billing/civil-day';
import { readToday } from '@linework/domain/billing/read-today';
import { createPortIn } from '@linework/domain/portability/create-port-in';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';
import type { DemoPools } from './seed-pools.ts';

const hourMs = 3_600_000;
const daysAhead = 20;

/** Asks for a number that is to come over weeks from now, for a new line; the clearing house is asked by a clock. Answers the port-in. */
export async function seedPortIn({ db, caller }: DemoContext, customerId: string, pools: DemoPools): Promise<string> {
  const nineOClockMs = startOfDay(addDays(await readToday(db), daysAhead)).getTime() + 9 * hourMs;
  const window = { windowFrom: new Date(nineOClockMs), windowUntil: new Date(nineOClockMs + 3 * hourMs) };
  const place = { poolId: pools.numbers, sim: { poolId: pools.sims } };
  const { id } = await createPortIn(db, {
    caller,
    customerId,
    msisdn: randomForeignNumber(),
    donor: '55321',
    ...window,
    ...place,
    metadata: {},
    correlationId: newId(),
  });
  return id;
}

/**
 * A number of another operator's. Not the same each time, as the clearing house remembers longer than a database that was deleted;
 * none that ends in 99xx, to which it has special answers.
 */
function randomForeignNumber(): string {
  return `+552198${randomInt(100, 1_000)}${String(randomInt(9_000)).padStart(4, '0')}`;
}
