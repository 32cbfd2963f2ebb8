import { portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import { portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import type { TestApi } from '../support/test-api.ts';

/** The ids of port-ins of this broker, one in every status. */
export async function aPortInOfEachStatus({ db }: TestApi, brokerId: string): Promise<readonly string[]> {
  const created = await Promise.all(portInLifecycle.statuses.map((status) => aPortIn(db, status, { brokerId })));
  return created.map(({ id }) => id);
}

/** The ids of port-outs of this broker, one in every status. */
export async function aPortOutOfEachStatus({ db }: TestApi, brokerId: string): Promise<readonly string[]> {
  const created = await Promise.all(portOutLifecycle.statuses.map((status) => aPortOut(db, status, { brokerId })));
  return created.map(({ id }) => id);
}
