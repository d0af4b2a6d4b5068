import { useTranslation } from 'react-i18next';

/** The note of a book order. The public form leaves the edition wanted in it, as fr or ar. */
export function Edition({ note }: { note: string }) {
  const { t } = useTranslation('admin-inbox');
  return note === 'fr' || note === 'ar' ? t(`editions.${note}`) : <bdi>{note}</bdi>;
}
