import { describe, expect, it, vi } from 'vitest';
import { runCheck } from './run-check.ts';

const printed = `\u001b[2m• turbo 2.11.9\u001b[0m

   • Packages in scope: //
   • Running //#task:types in 1 package
cache miss, executing e8d2ca4f2c329c44

> linework@1.0.0 task:types
> tsc -p tsconfig.json

src/one.ts(30,54): error TS2339: Property 'id' does not exist.
  Type 'string' is not assignable to type 'number'.
//#task:types:  ERROR  command (/somewhere) npm run task:types exited (1)

 Tasks:    0 successful, 1 total
Cached:    0 cached, 1 total
  Time:    15.981s
Failed:    //#task:types

 ERROR  run failed: command  exited (1)
`;

const taskThatExits = (code: number) =>
  ({
    name: 'types',
    description: 'a task',
    command: ['node', '-e', `process.stdout.write(${JSON.stringify(printed)}); process.exitCode = ${code};`],
    isTurboTask: true,
  }) as const;

describe('a task of turbo', () => {
  it('has the lines of the compiler as its output, without the frame of turbo', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(await runCheck(taskThatExits(1))).toMatchObject({
      failed: 1,
      output: [
        "src/one.ts(30,54): error TS2339: Property 'id' does not exist.",
        "  Type 'string' is not assignable to type 'number'.",
      ],
    });
    expect(await runCheck(taskThatExits(0))).not.toHaveProperty('output');
    expect(log.mock.calls.flat().filter((line) => String(line).includes('turbo'))).toEqual([]);
    log.mockRestore();
  });
});
