import { useTranslation } from '@/shared/i18n';
import { ClimberDrawing } from '@/shared/art/climber-drawing';
import { PortraitPhoto } from './setting-photo';

/** The portrait, and until there is one a drawn figure. */
export function Portrait({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <div className={className}>
      <PortraitPhoto className="aspect-4/5 w-full" />
      {/* The server writes the photograph before it, and the figure is then not the first. */}
      <ClimberDrawing
        label={t('portrait.drawing')}
        className="hidden aspect-4/5 w-full first:block"
      />
    </div>
  );
}
