import type { Failure } from '../../api/failures';
import { newId } from '../../ui/new-id';
import type { Kept, Loaded } from './load-post';
import { mergeTranslations, pick } from './merge-translations';
import { differing, emptyWords, type PostWords, type WordsField } from './post-words';
import type { CopyStamp } from './save-copy';
import { readPostDraft, type SessionDraft } from './session-draft';
import { isSlug } from './slug';

/** Somebody else's change of the same fields, to be settled by the one who writes. */
export type Clash = { theirs: PostWords; fields: WordsField[] };

/** What the editor shows. A new object at each change. */
export type EditorState = {
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

/** What a editor opens with: the post, and what this session typed and could not save. */
export function openingState(loaded: Loaded | undefined): { id: string; state: EditorState } {
  const draft = readPostDraft(loaded?.post.id ?? 'new');
  const state: EditorState = {
    words: emptyWords(),
    saved: emptyWords(),
    post: undefined,
    copy: undefined,
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
  if (loaded === undefined) return { id, state: draft ? withWords(state, draft) : state };
  const { copy, post, working } = loaded;
  const saved = copy?.words ?? post.words;
  // The post was changed after these words were typed, if any were: what does not clash joins them.
  const [words, more] = joined(loaded, draft?.base ?? saved, draft?.words ?? saved);
  const joinedAt = working === saved ? undefined : Date.now();
  // The last save of a page that was left may have arrived after all.
  const isBack = draft !== undefined && differing(words, more.saved).length > 0;
  const restoredAt = isBack ? draft.at : undefined;
  return { id, state: { ...state, words, ...more, joinedAt, restoredAt } };
}

const withWords = (state: EditorState, { words, at }: SessionDraft): EditorState => ({
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
export function joined(
  fresh: Loaded,
  base: PostWords,
  ours: PostWords,
): [PostWords, Pick<EditorState, 'post' | 'copy' | 'saved' | 'clash'>] {
  const { post, copy, working } = fresh;
  const { words, clashes } = mergeTranslations(base, ours, working);
  const fields = [...new Set([...fresh.clashes, ...clashes])];
  const theirs = { ...working, ...pick(post.words, fresh.clashes) };
  const clash = fields.length > 0 ? { theirs, fields } : undefined;
  return [words, { post, ...withCopy(fresh), saved: copy?.words ?? post.words, clash }];
}
