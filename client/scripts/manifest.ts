import { readFileSync } from 'node:fs';

type Chunk = { file: string; imports?: string[]; css?: string[] };

/** Vite's manifest: the chunks by source path, each with its file and imports. */
export class Manifest {
  readonly #chunks: Record<string, Chunk>;

  constructor(file: string) {
    this.#chunks = JSON.parse(readFileSync(file, 'utf8'));
  }

  /**
   * The file of a source and of all its static imports; empty for a source without a chunk of its own.
   */
  closureOf(source: string): Set<string> {
    return new Set(this.#chunksOf(source).map(({ file }) => file));
  }

  /** The file of a source. */
  fileOf(source: string): string {
    const chunk = this.#chunks[source];
    if (chunk === undefined) throw new Error(`${source} was not built`);
    return chunk.file;
  }

  /** The stylesheets of a source and of what it imports. */
  stylesOf(source: string): string[] {
    return [...new Set(this.#chunksOf(source).flatMap(({ css }) => css ?? []))];
  }

  #chunksOf(source: string): Chunk[] {
    const seen = new Set<string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      this.#chunks[name]?.imports?.forEach(visit);
    };
    visit(source);
    return [...seen].flatMap((name) => this.#chunks[name] ?? []);
  }

  /** The files that sources need besides those of an already loaded source. */
  beyond(loaded: string, sources: string[]): string[] {
    const here = this.closureOf(loaded);
    const needed = sources.flatMap((source) => [...this.closureOf(source)]);
    return [...new Set(needed)].filter((file) => !here.has(file));
  }
}
