import { ConflictPanel, type ConflictField } from '@/admin/kit/form/conflict-panel';
import { inMorocco } from '@/admin/kit/morocco-time';
import { PictureThumbnail } from '@/admin/kit/pictures/picture-thumbnail';
import { usePicture } from '@/admin/kit/pictures/use-pictures';
import { plainText } from '@/admin/kit/writing/plain-text';
import { useTranslation, type TFunction } from '@/shared/i18n';
import type { EditConflict } from '@/admin/kit/autosave/edit-state';
import { fieldLabel, languageOf } from './field-label';
import type { PostEditorStore } from './post-editor-store';
import { isStatus, type PostField, type PostValues } from './post-values';
import { useStore } from '@/shared/ui/store';

type Props = { store: PostEditorStore; conflict: EditConflict<PostValues> };

/** The edit conflict of a post. Nothing is saved until a value of each field is chosen. */
export function PostConflict({ store, conflict }: Props) {
  const { t } = useTranslation('admin-blog');
  const values = useStore(store.store, (state) => state.values);
  return (
    <ConflictPanel
      lastSave={conflict.lastSave}
      fields={conflict.fields.map((field) => conflictField(t, field, values, conflict.theirs))}
      onChoose={(name, value) => store.resolve(name, value)}
    />
  );
}

function conflictField(
  t: TFunction<'admin-blog'>,
  field: PostField,
  ours: PostValues,
  theirs: PostValues,
): ConflictField {
  return {
    name: field,
    label: fieldLabel(t, field),
    mine: ours[field],
    theirs: theirs[field],
    separator: separatorOf(field),
    language: languageOf(field),
    textOf: (value) => textOf(t, field, value),
    show: field === 'picture_id' ? (id) => <ConflictPicture id={String(id)} /> : undefined,
  };
}

/** The separator between both texts, where both can be kept. */
function separatorOf(field: PostField): string | undefined {
  if (field.startsWith('content_')) return '';
  if (field.startsWith('excerpt_')) return '\n\n';
  return languageOf(field) === undefined ? undefined : ' / ';
}

function textOf(t: TFunction<'admin-blog'>, field: PostField, value: unknown): string {
  if (isStatus(value) && field === 'status') return t(`status.${value}`);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (field === 'published_at') return text === '' ? '' : inMorocco(text);
  return field.startsWith('content_') ? plainText(text) : text;
}

function ConflictPicture({ id }: { id: string }) {
  const { t } = useTranslation('admin-pictures');
  const { data: picture } = usePicture(id);
  return picture ? (
    <PictureThumbnail picture={picture} className="h-20 w-28 border border-line" />
  ) : (
    <span className="text-muted">{t('picker.none')}</span>
  );
}
