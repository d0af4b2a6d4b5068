import { awards } from '@/features/admin-content/awards';
import type { Content, ContentTable } from '@/features/admin-content/content';
import { ContentScreen } from '@/features/admin-content/content-screen';
import { coverage } from '@/features/admin-content/coverage';
import { expeditions } from '@/features/admin-content/expeditions';
import { highlights } from '@/features/admin-content/highlights';
import { testimonials } from '@/features/admin-content/testimonials';
import { topics } from '@/features/admin-content/topics';
import { newRow, useOpenRow } from '@/admin/use-open-row';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/button';
import { SamplesNotice } from '@/features/admin-setup/samples-notice';
import { isSampled } from '@/features/admin-setup/use-samples';
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
