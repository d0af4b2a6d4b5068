import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../i18n/local-link';
import { OnwardIcon } from '../../ui/icons';

const doors = [
  { name: 'speaking', path: '/speaking' },
  { name: 'press', path: '/media-kit' },
  { name: 'sponsor', path: '/sponsor' },
  { name: 'book', path: '/book' },
] as const;

/** Pages that answer sooner than a message does. */
export function ShorterWays() {
  const { t } = useTranslation('contact');
  return (
    <section aria-labelledby="doors-title" className="gutter py-20 md:py-28">
      <h2 id="doors-title" className="display text-heading">
        {t('doors.title')}
      </h2>
      <ul className="mt-10 grid sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-10">
        {doors.map(({ name, path }) => (
          <li key={name} className="relative contour-top py-6 pe-6">
            <h3 className="display text-title">
              <LocalLink
                to={path}
                className="group inline-flex min-h-11 items-center gap-3 after:absolute after:inset-0 hover:text-accent"
              >
                {t(`doors.${name}.title`)}
                <OnwardIcon />
              </LocalLink>
            </h3>
            <p className="mt-2 text-small text-muted">{t(`doors.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
