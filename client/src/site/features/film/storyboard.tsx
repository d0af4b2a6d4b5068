import { FlatPlain } from '@/shared/art/flat-plain';
import { handPath } from '@/shared/art/hand';
import type { Dot } from '@/shared/art/lines';
import { drawnMountains } from '@/shared/art/mountains';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';

const chapters = [
  { id: 'valley', slug: undefined, move: 'hold' },
  { id: 'rope', slug: 'kilimanjaro', move: 'pan' },
  { id: 'continents', slug: 'aconcagua', move: 'pan' },
  { id: 'roof', slug: 'everest', move: 'tilt' },
  { id: 'list', slug: 'vinson', move: 'pull' },
  { id: 'return', slug: 'manaslu', move: 'push' },
] as const;

type Move = (typeof chapters)[number]['move'];

const point = (x: number, y: number) => ({ x, y });

// The way of the camera over a frame of 320 by 180, and the part of the picture that it begins or ends with.
const cameraMoves: Record<Move, { way: Dot[]; part?: Dot[] }> = {
  hold: { way: [] },
  pan: { way: [point(48, 158), point(214, 158)] },
  tilt: { way: [point(290, 150), point(290, 46)] },
  push: { way: [point(34, 160), point(96, 126)], part: corners(104, 40, 118, 76) },
  pull: { way: [point(96, 126), point(34, 160)], part: corners(104, 40, 118, 76) },
};

function corners(x: number, y: number, width: number, height: number): Dot[] {
  return [point(x, y), point(x + width, y), point(x + width, y + height), point(x, y + height)];
}

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

function Chapter({ id, slug, move, number }: ChapterProps) {
  const { t } = useTranslation(['film', 'site']);
  const language = useLanguage();
  const heightM = drawnMountains.find((each) => each.slug === slug)?.heightM ?? 0;
  return (
    <li>
      <Frame slug={slug} move={move} seed={number} />
      <p className="mt-4 flex items-baseline justify-between border-b border-line pb-2 text-label text-muted">
        <span>
          {t('chapters.number', { number })} · {t(`chapters.moves.${move}`)}
        </span>
        <span className="figure text-lead text-accent">
          {t('site:unit.metres', { value: formatNumber(heightM, language) })}
        </span>
      </p>
      <h3 className="display mt-4 text-title">{t(`chapters.${id}.title`)}</h3>
      <p className="measure mt-3 text-muted">{t(`chapters.${id}.text`)}</p>
    </li>
  );
}

type FrameProps = { slug: string | undefined; move: Move; seed: number };

function Frame({ slug, move, seed }: FrameProps) {
  return (
    <div className="relative aspect-video overflow-clip bg-night">
      {slug === undefined ? (
        <FlatPlain className="absolute inset-x-0 bottom-0 h-1/2 w-full text-muted" />
      ) : (
        <img
          src={`/art/${slug}.svg`}
          alt=""
          width={400}
          height={260}
          loading="lazy"
          className="size-full object-cover object-top"
        />
      )}
      <Marks move={move} seed={seed} />
    </div>
  );
}

// Pencil marks on a frame: its border, the thirds, and the path of the camera.
function Marks({ move, seed }: Omit<FrameProps, 'slug'>) {
  const { way, part } = cameraMoves[move];
  const [from, to] = [way[0], way.at(-1)];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 180"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="absolute inset-0 size-full"
    >
      <g className="stroke-limestone" strokeWidth="1.4">
        <path d={handPath(corners(7, 7, 306, 166), { seed, closed: true })} />
        <path
          d={handPath(corners(5, 8, 309, 163), { seed: seed + 20, closed: true })}
          opacity="0.4"
        />
      </g>
      <path
        d="M107 7v7m106-7v7M107 166v7m106-7v7M7 60h7M7 120h7M306 60h7M306 120h7"
        className="stroke-limestone"
      />
      <g className="stroke-ember" strokeWidth="2.2">
        {part !== undefined && (
          <path
            d={handPath(part, { seed: seed + 40, closed: true })}
            strokeDasharray="7 5"
            strokeWidth="1.6"
          />
        )}
        {from !== undefined && to !== undefined && (
          <>
            <path d={handPath(way, { seed: seed + 60 })} />
            <path d={arrowHead(from, to)} />
          </>
        )}
      </g>
    </svg>
  );
}

// Two strokes back from the tip, 30 degrees to either side.
function arrowHead(from: Dot, to: Dot): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const end = (turn: number) =>
    `${Math.round(to.x - 11 * Math.cos(angle + turn))} ${Math.round(to.y - 11 * Math.sin(angle + turn))}`;
  return `M${end(0.5)}L${to.x} ${to.y}L${end(-0.5)}`;
}
