/** The settings do not allow a start. The message names every fault, in words for the person who sets them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}
