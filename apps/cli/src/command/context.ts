import type { Api } from '../api/api.ts';
import type { PaintName } from '../output/format-table.ts';
import type { Format } from '../output/formats.ts';
import type { RecordOptions } from '../output/record-writer.ts';
import type { Stream } from '../output/terminal.ts';
import type { Environment } from '../profiles/config.ts';

/** The options that every command has. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly output?: Format;
  readonly select?: string;
  readonly debug?: boolean;
}

/** What commands work with. Tests give their own streams and their own API. */
export interface Context {
  readonly environment: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Opens the API of the chosen profile. Throws if there is no key. */
  openApi(options: GlobalOptions): Promise<Api>;
  /** How records are written with these options. */
  recordOptions(options: GlobalOptions): RecordOptions;
  /** Colours text for the standard error output. */
  readonly paint: (name: PaintName, text: string) => string;
  /** Writes a sentence for people, never data. */
  note(sentence: string): void;
  /** The exit code where no error is thrown. */
  setExitCode(code: number): void;
}
