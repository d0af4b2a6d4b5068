import type { Failure } from '../../api/failures';
import { newId } from '../../ui/new-id';
import type { StoredPost, Loaded } from './load-post';
import { mergeTranslations, pick } from './merge-translations';
import { differing, emptyValues, type PostValues, type PostField } from './post-values';
import type { CopyStamp } from './save-post';
import { readPostDraft, type SessionDraft } from './session-draft';
import { isSlug } from './slug';

/** Somebody else's change of the same fields, to be settled by the one who writes. */
export type Conflict = { theirs: PostValues; fields: PostField[] };

/** What the editor shows. A new object at each change. */
export type EditorState = {
  words: PostValues;
  /** What the server has of these words, in the post or in its working copy. */
  saved: PostValues;
  /** Undefined until the post is made. */
  post: StoredPost | undefined;
  copy: CopyStamp | undefined;
  saving: boolean;
  /** When the server last took the words; milliseconds since 1970. */
  savedAt: number | undefined;
  failure: Failure | undefined;
  conflict: Conflict | undefined;
  /** Somebody deleted the post while it was written on. */
  gone: boolean;
  /** When words were typed that came back from this browser's session. */
  restoredAt: number | undefined;
  /** When somebody else's changes came in beside ours. */
  mergedAt: number | undefined;
  /** Counts the times that words came from elsewhere than the keyboard: the editors take them over. */
  version: number;
};

/** What is worth a row: the table wants an English title and an address. */
export const canBeSaved = ({ title_en: title, slug }: PostValues): boolean =>
  title.trim() !== '' && isSlug(slug);

/** What a editor opens with: the post, and what this session typed and could not save. */
export function openingState(loaded: Loaded | undefined): { id: string; state: EditorState } {
  const draft = readPostDraft(loaded?.post.id ?? 'new');
  const state: EditorState = {
    words: emptyValues(),
    saved: emptyValues(),
    post: undefined,
    copy: undefined,
    saving: false,
    savedAt: undefined,
    failure: undefined,
    conflict: undefined,
    gone: false,
    restoredAt: undefined,
    mergedAt: undefined,
    version: 0,
  };
  const id = loaded?.post.id ?? draft?.id ?? newId();
  if (loaded === undefined) return { id, state: draft ? withDraft(state, draft) : state };
  const { copy, post, working } = loaded;
  const saved = copy?.words ?? post.words;
  // The post was changed after these words were typed, if any were: what does not clash joins them.
  const [words, more] = mergeWithServer(loaded, draft?.base ?? saved, draft?.words ?? saved);
  const mergedAt = working === saved ? undefined : Date.now();
  // The last save of a page that was left may have arrived after all.
  const isBack = draft !== undefined && differing(words, more.saved).length > 0;
  const restoredAt = isBack ? draft.at : undefined;
  return { id, state: { ...state, words, ...more, mergedAt, restoredAt } };
}

const withDraft = (state: EditorState, { words, at }: SessionDraft): EditorState => ({
  ...state,
  words,
  restoredAt: at,
});

// What is written on stands on the post as it is now.
const withCopy = ({ copy, post }: Loaded) => ({
  copy: copy && { updatedAt: copy.updatedAt, basedOn: post.updatedAt },
});

/**
 * Our words with what others wrote since `base`: the words to go on with, and what is known of the
 * server. Fields that both changed clash; in the words they are ours.
 */
export function mergeWithServer(
  fresh: Loaded,
  base: PostValues,
  ours: PostValues,
): [PostValues, Pick<EditorState, 'post' | 'copy' | 'saved' | 'conflict'>] {
  const { post, copy, working } = fresh;
  const { words, conflicts } = mergeTranslations(base, ours, working);
  const fields = [...new Set([...fresh.conflicts, ...conflicts])];
  const theirs = { ...working, ...pick(post.words, fresh.conflicts) };
  const conflict = fields.length > 0 ? { theirs, fields } : undefined;
  return [words, { post, ...withCopy(fresh), saved: copy?.words ?? post.words, conflict }];
}
