import { Switch } from '@/admin/kit/switch';
import { useTranslation } from '@/shared/i18n';

type Props = {
  /** The name of the row: 'Toubkal'. */
  name: string;
  published: boolean;
  busy?: boolean;
  onChange: (published: boolean) => void;
};

/** A switch with its state as text: Published or Draft. */
export function PublishToggle({ name, published, busy = false, onChange }: Props) {
  const { t } = useTranslation('admin-kit');
  return (
    <span className="inline-flex items-center gap-1">
      <Switch label={t('publish.label', { name })} on={published} busy={busy} onChange={onChange} />
      <span aria-hidden="true" className={published ? 'text-good' : 'text-muted'}>
        {published ? t('publish.on') : t('publish.off')}
      </span>
    </span>
  );
}
