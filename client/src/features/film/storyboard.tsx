import { useTranslation } from 'react-i18next';
import { FlatPlain } from '@/art/flat-plain';
import { drawnMountains } from '@/art/mountains';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';

const chapters = [
  { id: 'valley', slug: undefined },
  { id: 'rope', slug: 'kilimanjaro' },
  { id: 'continents', slug: 'aconcagua' },
  { id: 'roof', slug: 'everest' },
  { id: 'list', slug: 'vinson' },
  { id: 'return', slug: 'manaslu' },
] as const;

/** The chapters of the film, each with a drawing and its altitude. */
export function Storyboard() {
  const { t } = useTranslation('film');
  return (
    <section aria-labelledby="chapters-title" className="contour-top gutter py-20 md:py-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <h2 id="chapters-title" className="display text-heading">
          {t('chapters.title')}
        </h2>
        <p className="measure text-muted">{t('chapters.text')}</p>
      </div>
      <ol className="mt-14 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-20">
        {chapters.map((chapter, at) => (
          <Chapter key={chapter.id} {...chapter} number={at + 1} />
        ))}
      </ol>
    </section>
  );
}

type ChapterProps = (typeof chapters)[number] & { number: number };

function Chapter({ id, slug, number }: ChapterProps) {
  const { t } = useTranslation(['film', 'site']);
  const language = useLanguage();
  const heightM = drawnMountains.find((each) => each.slug === slug)?.heightM ?? 0;
  return (
    <li>
      <Frame slug={slug} />
      <p className="mt-4 flex items-baseline justify-between border-b border-line pb-2 text-label text-muted">
        <span>{t('chapters.number', { number })}</span>
        <span className="figure text-lead text-accent">
          {t('site:unit.metres', { value: formatNumber(heightM, language) })}
        </span>
      </p>
      <h3 className="display mt-4 text-title">{t(`chapters.${id}.title`)}</h3>
      <p className="measure mt-3 text-muted">{t(`chapters.${id}.text`)}</p>
    </li>
  );
}

function Frame({ slug }: { slug: string | undefined }) {
  return (
    <div className="relative aspect-video overflow-clip border border-line bg-night">
      {slug === undefined ? (
        <FlatPlain className="absolute inset-x-0 bottom-0 h-1/2 w-full text-muted" />
      ) : (
        <img
          src={`/art/${slug}.svg`}
          alt=""
          width={400}
          height={260}
          loading="lazy"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
