import { readWords, type PostWords } from './post-words';

/** What was typed and not saved, with what the server had when it was typed. */
export type SessionDraft = {
  /** The id that a new post is going to have; of a post, its own. */
  id: string;
  words: PostWords;
  base: PostWords;
  /** When it was typed, milliseconds since 1970. */
  at: number;
};

const keyOf = (post: string) => `desk.post.${post}`;

/** The draft of this browser session; `post` is its id, or "new". */
export function readDraft(post: string): SessionDraft | undefined {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(keyOf(post)) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** Keeps a draft. Storage may be closed or full: then the words are in the page alone, which says so. */
export function writeDraft(post: string, draft: SessionDraft): boolean {
  try {
    sessionStorage.setItem(keyOf(post), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(post: string): void {
  try {
    sessionStorage.removeItem(keyOf(post));
  } catch {
    // Nothing is kept where nothing can be.
  }
}

function parseDraft(stored: unknown): SessionDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { id, words, base, at } = Object.assign(
    { id: undefined, words: undefined, base: undefined, at: undefined },
    stored,
  ) satisfies Record<string, unknown>;
  if (typeof id !== 'string' || typeof at !== 'number') return undefined;
  if (typeof words !== 'object' || typeof base !== 'object') return undefined;
  return {
    id,
    words: readWords(words),
    base: readWords(base),
    at,
  };
}
