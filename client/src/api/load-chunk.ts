// Chromium and Firefox name the file.
const address = /dynamically imported module: (\S+)/;

/**
 * Loads a chunk; the build calls it for every dynamic import (vite-retried-imports.ts). Chromium since 148 keeps a failed import until the page is reloaded: the file is requested again
 * under another address, so that a later call succeeds once there is a network.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (error) {
    const [, file] = (error instanceof Error && address.exec(error.message)) || [];
    if (file === undefined) throw error;
    const chunk: Chunk = await import(/* @vite-ignore */ `${file}?again=${Date.now()}`);
    return chunk;
  }
}
