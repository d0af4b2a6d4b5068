import { useQuery } from '@tanstack/react-query';
import { type PublicRows, publicQuery } from '@/shared/api/public-data';
import { ContourMark } from '@/shared/art/contour-mark';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { localised } from '@/shared/i18n/localised';

type Award = PublicRows['awards'][number];

const forms = [1, 2, 3] as const;

/** The awards, each with a mark and its year; nothing without any. */
export function AwardsSection() {
  const { t } = useTranslation('media');
  const awards = useAwards();
  if (awards.length === 0) return null;
  return (
    <section aria-labelledby="awards-title" className="altitude gutter py-20 md:py-28">
      <h2 id="awards-title" className="display text-heading">
        {t('awards.title')}
      </h2>
      <ul className="mt-12 grid grid-cols-1 gap-x-10 gap-y-14 md:grid-cols-3">
        {awards.map((award, at) => (
          <AwardCard
            key={`${award.year} ${award.title_en}`}
            award={award}
            form={forms[at % forms.length] ?? 1}
          />
        ))}
      </ul>
    </section>
  );
}

function AwardCard({ award, form }: { award: Award; form: 1 | 2 | 3 }) {
  const { t } = useTranslation('media');
  const language = useLanguage();
  const title = localised(award, 'title', language);
  const description = localised(award, 'description', language);
  const medal = (
    <div className="@container relative isolate grid aspect-square w-52 max-w-full place-items-center md:w-56 lg:w-72">
      <ContourMark form={form} className="absolute inset-0 -z-10 size-full text-accent" />
      <p className="medal-year figure text-[19cqi]">{award.year}</p>
    </div>
  );
  return (
    <li>
      {award.picture === undefined || award.picture === null ? (
        medal
      ) : (
        <>
          <LocalisedPhoto
            picture={award.picture}
            sizes="18rem"
            className="aspect-square w-52 max-w-full md:w-56 lg:w-72"
            fallback={medal}
          />
          <p className="figure mt-4 text-title">{award.year}</p>
        </>
      )}
      <p className="label mt-6 text-accent">{t(`awards.categories.${award.category}`)}</p>
      <h3 lang={title.lang} dir={title.dir} className="display mt-2 text-title">
        {title.text}
      </h3>
      <p lang={description.lang} dir={description.dir} className="measure mt-3 text-muted">
        {description.text}
      </p>
    </li>
  );
}

const useAwards = (): PublicRows['awards'] => useQuery(publicQuery('awards')).data ?? [];
