import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { webhooks } from '../src/webhooks/webhooks.ts';
import { aClient } from './support/a-client.ts';
import { aProject, type Project } from './support/a-project.ts';
import { compilers, nodePrograms, typesFolder } from './support/node-programs.ts';
import { readmeSnippets } from './support/readme-snippets.ts';

let project: Project;
let system: System;
beforeAll(async () => {
  [project, system] = await Promise.all([aProject(), startSystem()]);
  await system.startWorker(longLease);
  for (const [heading, code] of readmeSnippets) {
    await project.write(`${nameOf(heading)}.mjs`, code);
    await project.write(`${nameOf(heading)}.mts`, code);
  }
});
afterAll(async () => {
  await system?.close();
  await project?.remove();
});

const nameOf = (heading: string) => heading.replace('@linework/', '').replaceAll(' ', '-').toLowerCase();
const access = () => ({ LINEWORK_API_KEY: system.key, LINEWORK_URL: system.api.url });

describe.each(Object.entries(nodePrograms))('the packed SDK under the node %s', (_name, node) => {
  it('blocks a line with the first program of its README', async () => {
    const [line] = await system.lines(1);
    expect(await project.run(node, ['sdk.mjs', line?.id ?? ''], access())).toBe('COMPLETED\n');
  });

  it('verifies a webhook with the last program of its README', async () => {
    const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
    const code = readmeSnippets.get('Webhooks') ?? '';
    await project.write(
      'webhooks.mjs',
      code.replace('listen(8080)', 'listen(0, () => console.log(server.address().port))'),
    );
    const receiver = spawn(node, ['webhooks.mjs'], {
      cwd: project.folder,
      env: { WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void receiver.kill());
    const [port] = await once(receiver.stdout, 'data');
    const body = JSON.stringify({ id: 'e-1', type: 'line.blocked', data: { record: { id: 'l-1' } } });
    const send = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`http://127.0.0.1:${Number(port)}`, { method: 'POST', body, headers })).status;
    expect([
      await send(await webhooks.sign(body, secret)),
      await send(await webhooks.sign(`${body} `, secret)),
    ]).toEqual([204, 400]);
  });
});

describe('the other programs of the README', () => {
  const { 'of the project': node } = nodePrograms;

  it('read a list', async () => {
    const lines = await system.lines(3);
    const output = await project.run(node, ['lists.mjs'], access());
    expect(lines.every(({ id }) => output.includes(`${id} ACTIVE\n`))).toBe(true);
  });

  it('read a list page by page', async () => {
    const lines = await system.lines(3);
    const first = (await project.run(node, ['pages.mjs'], access())).trim().split('\n');
    const second = (await project.run(node, ['pages.mjs', first[2] ?? ''], access())).trim().split('\n');
    expect([...first.slice(0, 2), ...second.slice(0, 1)].toSorted()).toEqual(lines.map(({ id }) => id).toSorted());
  });

  it('repeat a request with a key of their own', async () => {
    const [line] = await system.lines(1);
    await project.run(node, ['sdk.mjs', line?.id ?? ''], access());
    const args = ['repeated-requests.mjs', line?.id ?? ''];
    const outputs = [await project.run(node, args, access()), await project.run(node, args, access())];
    expect(outputs).toEqual([
      expect.stringMatching(/^ACTIVATING \S+ false\n$/),
      expect.stringMatching(/^ACTIVATING \S+ true\n$/),
    ]);
  });

  it('tell what is allowed after an error', async () => {
    const [line] = await system.lines(1);
    expect(await project.run(node, ['errors.mjs', line?.id ?? ''], access())).toMatch(
      /^It is ACTIVE\. Allowed: .*block/,
    );
  });

  it('follow the events from the saved position', async () => {
    const lines = await system.lines(2);
    for (const { id } of lines) await project.run(node, ['sdk.mjs', id], access());
    const ids = lines.map(({ id }) => id);
    const client = aClient({ url: system.api.url }, { apiKey: system.key });
    const readPositions = async () => {
      const { items } = await client.events.list({ type: 'line.blocked' });
      return items.filter(({ data }) => ids.includes(data.record.id)).map(({ position }) => position);
    };
    await expect.poll(readPositions).toHaveLength(2);
    const [first, last] = await readPositions();
    const follow = (position: number | undefined) => project.run(node, ['events.mjs', String(position)], access());
    expect(await follow(first)).toContain(`${first} line.blocked ${lines[0]?.id}\n`);
    // The program ended before it saved the position of this event, so it comes again.
    expect(await follow(last)).toBe(`${first} line.blocked ${lines[0]?.id}\n${last} line.blocked ${lines[1]?.id}\n`);
  });
});

describe('the packed types', () => {
  const strict = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ];

  it.each(Object.entries(compilers))(
    'are accepted by TypeScript %s without any other package',
    async (_version, compiler) => {
      await project.write(
        'typed.mts',
        [
          "import { InvalidStatusTransitionError, Linework, type Order } from '@linework/sdk';",
          "import { operations } from '@linework/sdk/operations';",
          "const linework = new Linework({ apiKey: 'k', baseUrl: 'https://linework.example', fetch });",
          "export const order: Order = await linework.lines.block('l-1', {}, { signal: AbortSignal.timeout(1) " +
            '}).completed();',
          "for await (const line of linework.lines.list({ status: 'ACTIVE' })) console.log(line.msisdn satisfies " +
            'string);',
          'export const verbs: readonly string[] = operations.map(({ verb }) => verb);',
          'export const allowedAfter = (error: unknown) => (error instanceof InvalidStatusTransitionError ? ' +
            'error.allowed : []);',
          "export const key: string = (await linework.apiKeys.create({ name: 'n', scopes: ['lines:read'] })).key;",
          '// @ts-expect-error No line has this status.',
          "await linework.lines.list({ status: 'ASLEEP' });",
          '// @ts-expect-error The body is missing.',
          'await linework.lines.create();',
          '',
        ].join('\n'),
      );
      await project.run(process.execPath, [compiler, ...strict, 'typed.mts']);
    },
  );

  it('are accepted by TypeScript 5.9 that does not read `exports`, and the program runs as CommonJS', async () => {
    await project.write(
      'old.ts',
      [
        "import { Linework } from '@linework/sdk';",
        "import { operations } from '@linework/sdk/operations';",
        "const linework = new Linework({ apiKey: 'k', baseUrl: 'https://linework.example' });",
        'console.log(typeof linework.lines.block, operations.length > 0 satisfies boolean);',
        '',
      ].join('\n'),
    );
    const old = ['--strict', '--target', 'es2022', '--module', 'commonjs', '--moduleResolution', 'node10'];
    await project.run(process.execPath, [compilers['5.9'], ...old, 'old.ts']);
    for (const node of Object.values(nodePrograms)) expect(await project.run(node, ['old.js'])).toBe('function true\n');
  });

  it('are accepted in every program of the README', async () => {
    const types = ['--typeRoots', typesFolder, '--types', 'node', '--lib', 'es2023'];
    const files = [...readmeSnippets.keys()].map((heading) => `${nameOf(heading)}.mts`);
    await project.run(process.execPath, [compilers['7'], ...strict, ...types, ...files]);
  });
});
