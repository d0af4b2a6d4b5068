// Runs in the process of each function before its own code: what Supabase's runtime has beside Deno.

type Reason = 'WallClockTime' | 'EarlyDrop' | 'TerminationRequested';

const address = Deno.env.get('TOUBKAL_CONTROL')!;
Deno.env.delete('TOUBKAL_CONTROL');

/** The engine. It says when the process has to end, and is told when it serves and how many promises of waitUntil are pending. */
const engine = await Deno.connect({ transport: 'unix', path: address });
engine.unref(); // code that serves nothing ends the process
const pending = new Set<Promise<unknown>>();
const send = (line: string) => engine.write(new TextEncoder().encode(`${line}\n`)).catch(() => Deno.exit(1));

void (async () => {
  const text = engine.readable.pipeThrough(new TextDecoderStream());
  for await (const reason of text) await end(reason.trim() as Reason);
  Deno.exit(1); // the engine is gone
})();

async function end(reason: Reason): Promise<void> {
  dispatchEvent(Object.assign(new Event('beforeunload'), { detail: { reason } }));
  while (pending.size > 0) await Promise.allSettled(pending);
  Deno.exit(0);
}

Object.assign(globalThis, {
  EdgeRuntime: {
    waitUntil<Value>(work: Promise<Value>): Promise<Value> {
      const settled = Promise.resolve(work)
        .catch((error) => console.error(error))
        .finally(() => {
          pending.delete(settled);
          void send(String(pending.size));
        });
      pending.add(settled);
      void send(String(pending.size));
      return work;
    },
  },
});

// One request that forgets to catch must not end those beside it.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error(event.reason);
});

type Handler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;
let serves = false;
const serve = Deno.serve as unknown as (options: object, handler: Handler) => Deno.HttpServer;

/** The request as its client sent it: Deno shows the socket's address. */
function asSent(request: Request): Request {
  const url = new URL(request.url.replace(/^http\+unix:/, 'http:'));
  if (request.headers.get('x-forwarded-proto') === 'https') url.protocol = 'https:';
  return Object.defineProperty(request, 'url', { value: url.href });
}

function remoteOf(request: Request): Deno.NetAddr {
  const hostname = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '127.0.0.1';
  return { transport: 'tcp', hostname, port: 0 };
}

Deno.serve = ((first: Handler | { handler?: Handler }, second?: Handler) => {
  const options = typeof first === 'function' ? {} : first;
  const handler = typeof first === 'function' ? first : (second ?? first.handler!);
  serves = true;
  return serve({ ...options, onListen: () => void send('serves') }, (request, info) =>
    handler(asSent(request), { ...info, remoteAddr: remoteOf(request) }),
  );
}) as typeof Deno.serve;

// `export default { fetch }`, as of `deno serve`.
addEventListener('load', async () => {
  if (serves) return;
  const { default: served } = await import(Deno.mainModule).catch(() => ({})); // its error is printed
  if (typeof served?.fetch === 'function') Deno.serve((request) => served.fetch(request));
});

// `serve` of std/http listens on port 8000 and reads requests from its connections: it gets one connection,
// which has all requests.
const { listen } = Deno;
Deno.listen = ((options: Deno.TcpListenOptions) => {
  if (options.port !== 8000) return listen(options);
  type Exchange = { request: Request; respondWith(response: Response | Promise<Response>): Promise<void> };
  const { readable, writable } = new TransformStream<Exchange>(undefined, { highWaterMark: Infinity });
  const writer = writable.getWriter();
  const server = Deno.serve((request) =>
    new Promise<Response>((resolve, reject) => {
      const respondWith = (response: Response | Promise<Response>) => Promise.resolve(response).then(resolve, reject);
      void writer.write({ request, respondWith });
    })
  );
  const local = { transport: 'tcp', hostname: options.hostname ?? '0.0.0.0', port: 8000 } as const;
  const remote = { transport: 'tcp', hostname: '127.0.0.1', port: 0 } as const;
  const connection = { localAddr: local, remoteAddr: remote, rid: -1, close: () => undefined, exchanges: readable };
  const accepted = [connection];
  const accept = () => {
    const next = accepted.pop();
    return next === undefined ? new Promise(() => undefined) : Promise.resolve(next);
  };
  return { addr: local, rid: -1, accept, close: () => void server.shutdown(), async *[Symbol.asyncIterator]() {
    for (;;) yield await accept();
  } };
}) as unknown as typeof Deno.listen;

Object.assign(Deno, {
  serveHttp(connection: { exchanges: ReadableStream<unknown> }) {
    const reader = connection.exchanges.getReader();
    const nextRequest = async () => (await reader.read()).value ?? null;
    return { rid: -1, nextRequest, close: () => undefined, async *[Symbol.asyncIterator]() {
      for (let next = await nextRequest(); next !== null; next = await nextRequest()) yield next;
    } };
  },
});
