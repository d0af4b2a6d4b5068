import { readFileSync } from 'node:fs';

export type Chunk = {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** Vite's manifest: the chunks by source path, each with its file and imports. */
export class Manifest {
  readonly #chunks: Record<string, Chunk>;

  constructor(file: string) {
    this.#chunks = JSON.parse(readFileSync(file, 'utf8'));
  }

  /** The paths of the sources that have a chunk of their own. */
  get sources(): string[] {
    return Object.keys(this.#chunks);
  }

  /** The file of a source. */
  fileOf(source: string): string {
    const chunk = this.#chunks[source];
    if (chunk === undefined) throw new Error(`${source} was not built`);
    return chunk.file;
  }

  /** The chunks of some sources and of all their static imports; with `dynamic` also of what they may load later. */
  closureOf(sources: string[], { dynamic = false } = {}): Chunk[] {
    const seen = new Map<string, Chunk>();
    const visit = (name: string) => {
      const chunk = this.#chunks[name];
      if (chunk === undefined || seen.has(name)) return;
      seen.set(name, chunk);
      chunk.imports?.forEach(visit);
      if (dynamic) chunk.dynamicImports?.forEach(visit);
    };
    sources.forEach(visit);
    return [...seen.values()];
  }

  /** The scripts of the chunks of some sources, each once. */
  scriptsOf(sources: string[]): string[] {
    return [...new Set(this.closureOf(sources).map(({ file }) => file))];
  }

  /** The stylesheets of the chunks of some sources, each once. */
  stylesOf(sources: string[]): string[] {
    return [...new Set(this.closureOf(sources).flatMap(({ css = [] }) => css))];
  }
}
