import { vi } from 'vitest';

/** Stands in for XMLHttpRequest: a test answers, fails or aborts each request by hand. */
export class FakeRequest {
  static sent: FakeRequest[] = [];

  static install(): void {
    FakeRequest.sent = [];
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
  }

  /** The next request that was not given out yet, once it is sent. */
  static next = (): Promise<FakeRequest> =>
    vi.waitFor(() => {
      const request = FakeRequest.sent.shift();
      if (request === undefined) throw new Error('no request was sent');
      return request;
    });

  url = '';
  status = 0;
  responseText = '';
  body: unknown;
  readonly headers: Record<string, string> = {};
  readonly upload = new EventTarget();
  readonly #events = new EventTarget();

  open(_: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  addEventListener(name: string, listener: () => void): void {
    this.#events.addEventListener(name, listener);
  }

  send(body: unknown): void {
    this.body = body;
    FakeRequest.sent.push(this);
  }

  abort(): void {
    this.#events.dispatchEvent(new Event('abort'));
  }

  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }

  answer(status: number, text: string): void {
    this.status = status;
    this.responseText = text;
    this.#events.dispatchEvent(new Event('load'));
  }

  fail(): void {
    this.#events.dispatchEvent(new Event('error'));
  }
}
