import { awards } from '@/admin/features/content/awards';
import type { Content, ContentTable } from '@/admin/features/content/content';
import { ContentScreen } from '@/admin/features/content/content-screen';
import { coverage } from '@/admin/features/content/coverage';
import { expeditions } from '@/admin/features/content/expeditions';
import { highlights } from '@/admin/features/content/highlights';
import { testimonials } from '@/admin/features/content/testimonials';
import { topics } from '@/admin/features/content/topics';
import { newRow, useOpenRow } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { SamplesNotice } from '@/admin/features/setup/samples-notice';
import { isSampled } from '@/admin/features/setup/use-samples';
import { PageHeading } from './page-heading';

type Props<T extends ContentTable> = { content: Content<T>; title: string };

function ContentPage<T extends ContentTable>({ content, title }: Props<T>) {
  const { t } = useTranslation('admin-content');
  const { open } = useOpenRow([]);
  const table: ContentTable = content.table;
  return (
    <>
      <PageHeading title={title}>
        <Button onClick={() => open(newRow)}>{t(`tables.${table}.add`)}</Button>
      </PageHeading>
      {isSampled(table) && <SamplesNotice kind={table} />}
      <ContentScreen content={content} title={title} />
    </>
  );
}

export function ExpeditionsPage() {
  const { t } = useTranslation('admin');
  return <ContentPage content={expeditions} title={t('screens.expeditions')} />;
}

export function MediaHighlightsPage() {
  const { t } = useTranslation('admin');
  return <ContentPage content={highlights} title={t('screens.mediaHighlights')} />;
}

export function MediaCoveragePage() {
  const { t } = useTranslation('admin');
  return <ContentPage content={coverage} title={t('screens.mediaCoverage')} />;
}

export function AwardsPage() {
  const { t } = useTranslation('admin');
  return <ContentPage content={awards} title={t('screens.awards')} />;
}

export function SpeakingTopicsPage() {
  const { t } = useTranslation('admin');
  return <ContentPage content={topics} title={t('screens.speakingTopics')} />;
}

export function TestimonialsPage() {
  const { t } = useTranslation('admin');
  return <ContentPage content={testimonials} title={t('screens.testimonials')} />;
}
