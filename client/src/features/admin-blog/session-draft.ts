import { asRecord, readDraft, writeDraft } from '../../ui/storage';
import { readValues, type PostValues } from './post-values';

/** What was typed and not saved, with what the server had when it was typed. */
export type SessionDraft = {
  /** The id that a new post is going to have; of a post, its own. */
  id: string;
  words: PostValues;
  base: PostValues;
  /** When it was typed, milliseconds since 1970. */
  at: number;
};

const nameOf = (post: string) => `post.${post}`;

/** The draft of this browser session; `post` is its id, or "new". */
export function readPostDraft(post: string): SessionDraft | undefined {
  const { id, words, base, at } = asRecord(readDraft(nameOf(post)));
  if (typeof id !== 'string' || typeof at !== 'number') return undefined;
  if (typeof words !== 'object' || typeof base !== 'object') return undefined;
  return { id, words: readValues(words), base: readValues(base), at };
}

/** Keeps a draft, or removes it. False where it is in the page alone, which says so. */
export const writePostDraft = (post: string, draft: SessionDraft | undefined): boolean =>
  writeDraft(nameOf(post), draft);
