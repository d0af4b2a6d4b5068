import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { OnwardIcon } from '@/shared/ui/icons';

const doors = [
  { name: 'speaking', path: '/speaking' },
  { name: 'press', path: '/media-kit' },
  { name: 'sponsor', path: '/sponsor' },
  { name: 'retreat', path: '/retreat' },
  { name: 'book', path: '/book' },
] as const;

/** Links to the pages with forms of their own: an envelope for each page. */
export function RelatedPages() {
  const { t } = useTranslation('contact');
  return (
    <section aria-labelledby="doors-title" className="altitude gutter py-20 md:py-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <h2 id="doors-title" className="display text-heading">
          {t('doors.title')}
        </h2>
        <p className="measure text-muted">{t('doors.text')}</p>
      </div>
      <ul className="mt-10 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-6">
        {doors.map(({ name, path }, at) => (
          <li key={name} className={`envelope ${at < 2 ? 'lg:col-span-3' : 'lg:col-span-2'}`}>
            <h3 className="display text-title">
              <LocalLink to={path} className="after:absolute after:inset-0 hover:text-accent">
                {t(`doors.${name}.title`)}
              </LocalLink>
            </h3>
            <span aria-hidden="true" className="envelope-stamp">
              <Ridge />
            </span>
            <p className="max-w-[26rem] text-small text-muted">{t(`doors.${name}.text`)}</p>
            <span className="self-end justify-self-end text-accent">
              <OnwardIcon />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Ridge = () => (
  <svg viewBox="0 0 32 20" fill="none" stroke="currentColor" strokeWidth="2">
    <path d="M1 18 11 5l5 6 5-9 10 16" />
  </svg>
);
