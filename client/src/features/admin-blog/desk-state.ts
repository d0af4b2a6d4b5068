import type { Failure } from '../../api/failures';
import { newId } from '../../ui/new-id';
import type { Kept, Loaded } from './load-post';
import { mergeWords } from './merge-words';
import { emptyWords, type PostWords, type WordsField } from './post-words';
import type { CopyStamp } from './save-copy';
import { readDraft, type SessionDraft } from './session-draft';
import { isSlug } from './slug';

/** Somebody else's change of the same fields, to be settled by the one who writes. */
export type Clash = { theirs: PostWords; fields: WordsField[] };

/** What the editor shows. A new object at each change. */
export type DeskState = {
  words: PostWords;
  /** What the server has of these words, in the post or in its working copy. */
  saved: PostWords;
  /** Undefined until the post is made. */
  post: Kept | undefined;
  copy: CopyStamp | undefined;
  saving: boolean;
  /** When the server last took the words; milliseconds since 1970. */
  savedAt: number | undefined;
  failure: Failure | undefined;
  clash: Clash | undefined;
  /** Somebody deleted the post while it was written on. */
  gone: boolean;
  /** When words were typed that came back from this browser's session. */
  restoredAt: number | undefined;
  /** When somebody else's changes came in beside ours. */
  joinedAt: number | undefined;
  /** Counts the times that words came from elsewhere than the keyboard: the editors take them over. */
  version: number;
};

/** What is worth a row: the table wants an English title and an address. */
export const canBeKept = ({ title_en: title, slug }: PostWords): boolean =>
  title.trim() !== '' && isSlug(slug);

/** What a desk opens with: the post, and what this session typed and could not save. */
export function openingState(loaded: Loaded | undefined): { id: string; state: DeskState } {
  const draft = readDraft(loaded?.post.id ?? 'new');
  const saved = loaded?.copy?.words ?? loaded?.post.words ?? emptyWords();
  const state: DeskState = {
    words: saved,
    saved,
    post: loaded?.post,
    copy: loaded?.copy,
    saving: false,
    savedAt: undefined,
    failure: undefined,
    clash: undefined,
    gone: false,
    restoredAt: undefined,
    joinedAt: undefined,
    version: 0,
  };
  const id = loaded?.post.id ?? draft?.id ?? newId();
  return { id, state: draft === undefined ? state : withDraft(state, draft) };
}

/** Where the post was changed after these words were typed, what does not clash joins them. */
function withDraft(state: DeskState, draft: SessionDraft): DeskState {
  const restored = { ...state, restoredAt: draft.at };
  if (draft.known === knownOf(state)) return { ...restored, words: draft.words };
  const { words, clashes } = mergeWords(draft.base, draft.words, state.saved);
  if (clashes.length === 0) return { ...restored, words };
  return { ...restored, words, clash: { theirs: state.saved, fields: clashes } };
}

/** updated_at of what the words are saved in; null while that is not made. */
export const knownOf = ({ copy, post }: Pick<DeskState, 'copy' | 'post'>): string | null =>
  copy?.updatedAt ?? post?.updatedAt ?? null;
