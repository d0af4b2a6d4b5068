import { useMemo } from 'react';
import { useTranslation } from '@/shared/i18n';
import { directionOf } from '@/shared/i18n/language';
import { languageOf } from './field-label';
import { diffWords, shortened } from '@/admin/kit/form/text-diff';
import { inMorocco } from '@/admin/kit/morocco-time';
import type { Picture } from '@/admin/kit/pictures/picture';
import { PictureThumbnail } from '@/admin/kit/pictures/picture-thumbnail';
import { usePicture } from '@/admin/kit/pictures/use-pictures';
import { plainText } from '@/admin/kit/writing/plain-text';
import type { PostValues, PostField } from './post-values';

type Props = { field: PostField; before: PostValues; after: PostValues };

/**
 * The word diff of a field: deletions struck through, insertions marked, in the direction of its language.
 */
export function FieldChange({ field, before, after }: Props) {
  const { t } = useTranslation('admin-blog');
  const [old, now] = [textOfField(field, before), textOfField(field, after)];
  const parts = useMemo(() => diffWords(old, now), [old, now]);
  const language = languageOf(field) ?? 'en';
  if (field === 'picture_id') return <Pictures ids={[before.picture_id, after.picture_id]} />;
  if (field === 'status') return `${t(`status.${before.status}`)} → ${t(`status.${after.status}`)}`;
  return (
    <p
      lang={language}
      dir={directionOf(language)}
      className="max-h-72 overflow-y-auto text-small leading-relaxed wrap-anywhere whitespace-pre-wrap"
      // A long text scrolls, so it must be focusable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {parts.map(({ kind, text }, at) => {
        // The parts have no id but their index.
        // oxlint-disable-next-line react/no-array-index-key
        if (kind === 'same') return <span key={at}>{shortened(text, at, parts.length)}</span>;
        const Mark = kind === 'gone' ? 'del' : 'ins';
        return (
          <Mark
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className={
              kind === 'gone' ? 'text-bad' : 'text-good no-underline bg-good/15 font-medium'
            }
          >
            {text}
          </Mark>
        );
      })}
    </p>
  );
}

/** The old picture and the new one. */
function Pictures({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('admin-pictures');
  const [old, now] = [usePicture(ids[0]), usePicture(ids[1])];
  const shown = (picture: Picture | null | undefined) =>
    picture ? (
      <PictureThumbnail picture={picture} className="h-20 w-28 border border-line" />
    ) : (
      <span className="text-muted">{t('picker.none')}</span>
    );
  return (
    <p className="flex flex-wrap items-center gap-3 text-small">
      {shown(old.data)} <span>→</span> {shown(now.data)}
    </p>
  );
}

/** The plain text of a field, for the diff. */
function textOfField(field: PostField, values: PostValues): string {
  const value = values[field];
  if (field === 'published_at')
    return values.published_at === null ? '' : inMorocco(values.published_at);
  return field.startsWith('content_') ? plainText(String(value)) : String(value ?? '');
}
