import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';

/** A way to the program that a test can cut. */
export type Network = { url: string; cut: () => void; restore: () => void; stop: () => void };

/**
 * Starts a TCP proxy before the program. Chromium's own "offline" lets an upload that has begun go through, so that
 * it cuts none.
 */
export async function startNetwork(target: string): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // its close follows
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(target);
    const program = connect(Number(port), hostname);
    keep(client, program);
    keep(program, client);
    client.pipe(program);
    program.pipe(client);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${address.port}`,
    cut,
    restore: () => void (isCut = false),
    stop: () => {
      cut();
      server.close();
    },
  };
}

/** Holds back a page's requests whose address matches, until the returned function is called. */
export async function holdRequests(page: Page, held: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(held, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Limits the uploads of a page. Bytes a second; -1 for no limit. */
export async function limitUploads(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}
