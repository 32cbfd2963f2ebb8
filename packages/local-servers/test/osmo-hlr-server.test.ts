import { once } from 'node:events';
import { connect } from 'node:net';
import { needs } from '@linework/testing/run/needs';
import { describe, expect, it } from 'vitest';
import { startOsmoHlr } from '../src/osmo-hlr-server.ts';

needs('osmo-hlr');

/** Runs a command on the command line, and returns its output up to the next prompt. */
async function runCommand(host: string, command: string): Promise<string> {
  const socket = connect(4258, host);
  await once(socket, 'connect');
  socket.write(`enable\r${command}\r`);
  let output = '';
  while (output.split('# ').length < 3) output += String((await once(socket, 'data'))[0]);
  socket.destroy();
  return output;
}

describe('an OsmoHLR of a test', () => {
  it('keeps its subscribers after it was killed and started again', async () => {
    const hlr = await startOsmoHlr();
    expect(await runCommand(hlr.host, 'subscriber imsi 724050000000001 create')).toContain('Created subscriber');
    await hlr.kill();
    await expect(runCommand(hlr.host, 'show version')).rejects.toThrow('ECONNREFUSED');
    await hlr.restart();
    expect(await runCommand(hlr.host, 'subscriber imsi 724050000000001 show')).toContain('IMSI: 724050000000001');
    await hlr.stop();
  });

  it('is independent of another one', async () => {
    const [one, other] = await Promise.all([startOsmoHlr(), startOsmoHlr()]);
    await runCommand(one.host, 'subscriber imsi 724050000000001 create');
    expect(await runCommand(other.host, 'subscriber imsi 724050000000001 show')).toContain('No subscriber');
    await Promise.all([one.stop(), other.stop()]);
  });
});
