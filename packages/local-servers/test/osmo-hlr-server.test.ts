import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startOsmoHlr } from '../src/osmo-hlr-server.ts';

/** Gives a command on the command line, and answers what is said until it prompts again. */
async function say(host: string, command: string): Promise<string> {
  const socket = connect(4258, host);
  await once(socket, 'connect');
  socket.write(`enable\r${command}\r`);
  let said = '';
  while (said.split('# ').length < 3) said += String((await once(socket, 'data'))[0]);
  socket.destroy();
  return said;
}

describe('an OsmoHLR of a test’s own', () => {
  it('keeps its subscribers when it is killed and started again', async () => {
    const hlr = await startOsmoHlr();
    expect(await say(hlr.host, 'subscriber imsi 724050000000001 create')).toContain('Created subscriber');
    await hlr.kill();
    await expect(say(hlr.host, 'show version')).rejects.toThrow('ECONNREFUSED');
    await hlr.restart();
    expect(await say(hlr.host, 'subscriber imsi 724050000000001 show')).toContain('IMSI: 724050000000001');
    await hlr.stop();
  });

  it('stands beside another', async () => {
    const [one, other] = await Promise.all([startOsmoHlr(), startOsmoHlr()]);
    await say(one.host, 'subscriber imsi 724050000000001 create');
    expect(await say(other.host, 'subscriber imsi 724050000000001 show')).toContain('No subscriber');
    await Promise.all([one.stop(), other.stop()]);
  });
});
