import { spawn } from 'node:child_process';

/** Runs a command and prints one line with its title and duration. The output of the command is shown only if it fails. */
export async function runQuietly(title, [command, ...args], options = {}) {
  const started = Date.now();
  process.stdout.write(`${title} ... `);
  const { code, output } = await run(command, args, options);
  process.stdout.write(code === 0 ? `${((Date.now() - started) / 1000).toFixed(1)} s\n` : 'failed\n');
  if (code !== 0) throw new Error(`${output.trim()}\n${title} failed: "${[command, ...args].join(' ')}" exited with ${code}.`);
}

function run(command, args, options) {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', fail);
    child.once('close', (code, signal) => settle({ code: code ?? signal, output }));
  });
}
