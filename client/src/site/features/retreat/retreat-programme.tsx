import { useTranslation } from '@/shared/i18n';
import { ContourMark } from '@/shared/art/contour-mark';
import { CheckIcon } from '@/shared/ui/icons';

const activities = ['breath', 'walk', 'summits', 'workshop', 'ridge', 'circle'] as const;
const gains = ['breath', 'aim', 'fear', 'page', 'rest', 'company'] as const;
const facilitators = [
  { name: 'summits', form: 1 },
  { name: 'breath', form: 3 },
] as const;

/** The activities of a day. */
export function Activities() {
  const { t } = useTranslation('retreat');
  return (
    <section aria-labelledby="activities-title" className="gutter py-20 md:py-28">
      <h2 id="activities-title" className="display text-heading">
        {t('activities.title')}
      </h2>
      <ol className="mt-12 grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {activities.map((name, at) => (
          <li key={name} className="flex gap-[min(1.25rem,4vw)] contour-top py-7">
            <span
              aria-hidden="true"
              className="figure w-[min(2rem,8vw)] shrink-0 text-title text-accent"
            >
              {at + 1}
            </span>
            <div>
              <h3 className="display text-title">{t(`activities.${name}.title`)}</h3>
              <p className="mt-2 text-muted">{t(`activities.${name}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The benefits for participants. */
export function Gains() {
  const { t } = useTranslation('retreat');
  return (
    <section
      aria-labelledby="gains-title"
      className="grid grid-cols-1 gap-x-20 gap-y-10 altitude contour-top gutter py-20 md:py-28 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)]"
    >
      <h2 id="gains-title" className="display text-heading">
        {t('gains.title')}
      </h2>
      <ul className="grid grid-cols-1 gap-x-10 sm:grid-cols-2">
        {gains.map((name) => (
          <li key={name} className="flex gap-4 contour-top py-5 text-lead">
            <span className="mt-1.5 text-accent">
              <CheckIcon />
            </span>
            {t(`gains.${name}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The facilitators, by their role. */
export function Facilitators() {
  const { t } = useTranslation('retreat');
  return (
    <section aria-labelledby="facilitators-title">
      <h2 id="facilitators-title" className="display text-heading">
        {t('facilitators.title')}
      </h2>
      <ul className="mt-10 grid grid-cols-1 gap-10">
        {facilitators.map(({ name, form }) => (
          <li
            key={name}
            className="grid grid-cols-[min(5rem,20vw)_minmax(0,1fr)] gap-[min(1.5rem,4vw)] contour-top pt-7"
          >
            <ContourMark form={form} className="aspect-square w-full text-accent" />
            <div>
              <h3 className="display text-title">{t(`facilitators.${name}.title`)}</h3>
              <p className="mt-1 text-small font-medium">{t(`facilitators.${name}.role`)}</p>
              <p className="measure mt-3 text-muted">{t(`facilitators.${name}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
