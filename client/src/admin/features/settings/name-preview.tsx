import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf } from '@/shared/i18n/language';
import { namePlaceholder } from './groups/use-setting-labels';
import { stored } from './setting-schemas';
import type { Setting } from './setting-values';

type Props = {
  /** The field name of the text. */
  name: string;
  /** The settings, if the name is not in the same form. */
  rows?: Setting[];
};

/** The preview of a text with the placeholder replaced, in the page's language. */
export function NamePreview({ name, rows = [] }: Props) {
  const { t } = useTranslation('admin-settings');
  const language = useLanguage();
  const typed: unknown = useWatch({ name: 'brand.name' });
  const savedName = rows.find(({ key }) => key === 'brand.name')?.value;
  const her = z.parse(stored.texts, typed ?? savedName);
  const texts = z.parse(stored.texts, useWatch({ name }));
  const shown = texts[language] === '' ? 'en' : language;
  const text = texts[shown];
  if (!text.includes(namePlaceholder)) return null;
  const herName = her[shown] === '' ? her.en : her[shown];
  return (
    <div className="border-s-2 border-line ps-3 text-small">
      <p className="text-label text-muted">{t('fields.reads')}</p>
      <p lang={shown} dir={directionOf(shown)} className="whitespace-pre-line wrap-anywhere">
        {text.replaceAll(namePlaceholder, herName)}
      </p>
    </div>
  );
}
