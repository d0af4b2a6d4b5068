import type { LastSave } from '@/admin/kit/form/conflict-panel';
import { mergeEdits, pickFields } from '@/admin/kit/form/merge-edits';
import type { Failure } from '@/shared/api/failures';
import { newId } from '@/shared/ui/new-id';
import type { StoredPost, Loaded } from './load-post';
import {
  differing,
  emptyValues,
  mergedFields,
  type PostValues,
  type PostField,
} from './post-values';
import type { CopyStamp } from './save-post';
import { readPostDraft, type SessionDraft } from './session-draft';
import { isSlug } from './slug';

/** Concurrent changes of the same fields, for the user to resolve. */
export type Conflict = {
  /** The values that were stored when the edit began. */
  base: PostValues;
  theirs: PostValues;
  fields: PostField[];
  lastSave: LastSave | undefined;
};

/** The state of the editor. Immutable: a new object at each change. */
export type EditorState = {
  words: PostValues;
  /** The values stored on the server, in the post or in its draft copy. */
  saved: PostValues;
  /** Undefined until the post is created. */
  post: StoredPost | undefined;
  copy: CopyStamp | undefined;
  saving: boolean;
  /** The time of the last save, in milliseconds since 1970. */
  savedAt: number | undefined;
  failure: Failure | undefined;
  conflict: Conflict | undefined;
  /** Whether the post was deleted while it was edited. */
  gone: boolean;
  /** The time of a restored session draft. */
  restoredAt: number | undefined;
  /** The time when another user's changes were merged. */
  mergedAt: number | undefined;
  /** Incremented when values change other than by typing: the rich-text editors then load them. */
  version: number;
};

/** Whether the post can be saved: the table requires an English title and a slug. */
export const canBeSaved = ({ title_en: title, slug }: PostValues): boolean =>
  title.trim() !== '' && isSlug(slug);

/** The initial state of the editor: the post, with the draft of this session. */
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
  // The post may have changed since the draft: non-conflicting changes are merged.
  const [words, more] = mergeWithServer(loaded, draft?.base ?? saved, draft?.words ?? saved);
  const mergedAt = working === saved ? undefined : Date.now();
  // The last save before the page was left may have succeeded.
  const isBack = draft !== undefined && differing(words, more.saved).length > 0;
  const restoredAt = isBack ? draft.at : undefined;
  return { id, state: { ...state, words, ...more, mergedAt, restoredAt } };
}

const withDraft = (state: EditorState, { words, at }: SessionDraft): EditorState => ({
  ...state,
  words,
  restoredAt: at,
});

// The copy is now based on the current version of the post.
const withCopy = ({ copy, post }: Loaded) => ({
  copy: copy && { updatedAt: copy.updatedAt, basedOn: post.updatedAt },
});

/**
 * Three-way merge of our values with the changes by others since `base`: the merged values and the server
 * state. In conflicting fields our values stay.
 */
export function mergeWithServer(
  fresh: Loaded,
  base: PostValues,
  ours: PostValues,
): [PostValues, Pick<EditorState, 'post' | 'copy' | 'saved' | 'conflict'>] {
  const { post, copy, working, lastSave } = fresh;
  const { values, conflicts } = mergeEdits({ base, ours, theirs: working }, mergedFields);
  const fields = [...new Set([...fresh.conflicts, ...conflicts])];
  const theirs = { ...working, ...pickFields(post.words, fresh.conflicts) };
  const conflict = fields.length > 0 ? { base, theirs, fields, lastSave } : undefined;
  return [values, { post, ...withCopy(fresh), saved: copy?.words ?? post.words, conflict }];
}
