import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// V8 lets garbage lie while the machine has memory: up to 48 MiB of what is young, and as much again of what is old as is in use.
// Many small machines share one; with these a million rows are imported in some 60 MiB beside what the API takes at rest, at the same speed.
setFlagsFromString('--heap-growing-percent=20');

/** Enough that what a batch of usage makes is collected a few times and not seventy times, in each of which nobody is answered. */
const youngLimitBytes = 8 * 1024 * 1024;
/** Growing takes 3 of these. */
const mostSteps = 50;
const objectsInStep = 20_000;

/** The size cannot be set once V8 runs, but it grows while much survives, and then it can be told to grow no more. */
function growYoungSpace(): void {
  const surviving: object[] = [];
  for (let step = 0; step < mostSteps && youngBytes() < youngLimitBytes; step += 1) {
    for (let count = 0; count < objectsInStep; count += 1) surviving.push({ count });
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? youngLimitBytes;
}

growYoungSpace();
