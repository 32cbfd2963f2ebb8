import type { NewRange } from '@linework/inventory/ranges/create-range';
import { demoSim } from './demo-sim.ts';
import { poolSize } from './seed-pools.ts';

type DemoRange = Pick<NewRange, 'kind' | 'from' | 'to'>;

/** The ranges of a demo broker: the ranges of its pools, and further ranges in which a user may create resources. `number` identifies the broker. */
export function demoRanges(number: number): readonly DemoRange[] {
  const [first, last] = [demoSim(number * poolSize), demoSim((number + 1) * poolSize - 1)];
  const block = String(number).padStart(2, '0');
  return [
    { kind: 'MSISDN', from: first.msisdn, to: last.msisdn },
    { kind: 'ICCID', from: first.iccid, to: last.iccid },
    { kind: 'IMSI', from: first.imsi, to: last.imsi },
    { kind: 'MSISDN', from: `+552199${block}00000`, to: `+552199${block}99999` },
    { kind: 'ICCID', from: `89559901${block}000000000`, to: `89559901${block}999999999` },
    { kind: 'IMSI', from: `724991${block}0000000`, to: `724991${block}9999999` },
  ];
}
