import type { Answer } from '../transport/answer.ts';

/** A request that has been sent: a promise of its data. */
export class Call<Data> implements Promise<Data> {
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer;
  }

  get [Symbol.toStringTag](): string {
    return 'Promise';
  }

  /**
   * The data with the response, the request id, the `Idempotency-Key`, and whether the server had executed the request
   * before.
   */
  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited for its data.
  then<Kept = Data, Caught = never>(
    onData?: ((data: Data) => Kept | PromiseLike<Kept>) | null,
    onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    return this.#answer.then(({ data }) => data).then(onData, onError);
  }

  catch<Caught = never>(onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null): Promise<Data | Caught> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then().finally(onEnd);
  }
}
