import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleFiles } from '../../src/console/console-files.ts';
import { send } from '../support/send.ts';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-files-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/index-a1.js'), 'let a;');
  writeFileSync(join(folder, 'assets/index-a1.js.gz'), gzipSync('let a;'));
  writeFileSync(join(folder, 'assets/font-b2.woff2'), 'font');
  server = createServer(express().use(consoleFiles(folder))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, encoding: string) =>
  send((server.address() as AddressInfo).port, { method: 'GET', path, headers: { 'Accept-Encoding': encoding } });

describe('a file of the console', () => {
  it('is sent as the build has compressed it, with its own type, and is kept', async () => {
    const { status, headers } = await get('/assets/index-a1.js', 'br, gzip');
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        'content-encoding': 'gzip',
        'content-type': expect.stringContaining('javascript'),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      },
    });
  });

  it('is sent as it is to a client that takes nothing compressed, and if the build has not compressed it', async () => {
    const plain = await get('/assets/index-a1.js', 'identity');
    expect([plain.text, plain.headers['content-encoding']]).toEqual(['let a;', undefined]);
    const font = await get('/assets/font-b2.woff2', 'gzip');
    expect([font.text, font.headers['content-encoding']]).toEqual(['font', undefined]);
  });

  it('is not read from outside of the folder', async () => {
    expect((await get('/assets/..%2Findex.html', 'gzip')).status).not.toBe(200);
  });
});
