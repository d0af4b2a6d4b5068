import { asRecord, readDraft, writeDraft } from '@/shared/api/storage';
import { readValues, type PostValues } from './post-values';

/** The unsaved values with their base version on the server. */
export type SessionDraft = {
  /** The id of the post; for a new one the id that it will get. */
  id: string;
  words: PostValues;
  base: PostValues;
  /** The time of the last change, in milliseconds since 1970. */
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

/** Stores or removes a draft. False if the storage is not available. */
export const writePostDraft = (post: string, draft: SessionDraft | undefined): boolean =>
  writeDraft(nameOf(post), draft);
