import { useTranslation } from 'react-i18next';
import { LocalLink } from '@/i18n/local-link';
import { OnwardIcon } from '@/ui/icons';

const doors = [
  { name: 'speaking', path: '/speaking' },
  { name: 'press', path: '/media-kit' },
  { name: 'sponsor', path: '/sponsor' },
  { name: 'retreat', path: '/retreat' },
  { name: 'book', path: '/book' },
] as const;

/** Links to pages that may answer a question without a message. */
export function RelatedPages() {
  const { t } = useTranslation('contact');
  return (
    <section aria-labelledby="doors-title">
      <h2 id="doors-title" className="display text-title">
        {t('doors.title')}
      </h2>
      <ul className="mt-4">
        {doors.map(({ name, path }) => (
          <li key={name} className="relative contour-top py-4">
            <h3 className="font-medium">
              <LocalLink
                to={path}
                className="flex min-h-11 items-center justify-between gap-3 after:absolute after:inset-0 hover:text-accent"
              >
                {t(`doors.${name}.title`)}
                <OnwardIcon />
              </LocalLink>
            </h3>
            <p className="text-small text-muted">{t(`doors.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
