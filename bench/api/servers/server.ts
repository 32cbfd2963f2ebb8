import type { OpenDb } from '@linework/db/db';

export interface Server {
  readonly name: string;
  /** What it does in addition to the query. */
  readonly does: string;
  start(options: ServerOptions): Promise<RunningServer>;
}

export interface ServerOptions {
  readonly databaseUrl: string;
  readonly db: OpenDb;
  readonly brokerId: string;
}

export interface RunningServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
}
