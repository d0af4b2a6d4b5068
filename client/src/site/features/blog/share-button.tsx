import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { ShareIcon } from '@/shared/ui/icons';
import { notify } from '@/shared/ui/toast';
import { share } from './share';

/** Opens the share sheet of the device, else copies the link and shows a toast. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('blog');
  const send = async () => {
    const url = window.location.href.split('#')[0] ?? '';
    const outcome = await share(title, url);
    if (outcome === 'copied') notify('good', t('post.copied'));
    if (outcome === 'failed') notify('bad', t('post.copyFailed', { url }));
  };
  return (
    <Button look="line" className="bg-ground" onClick={() => void send()}>
      <ShareIcon />
      {t('post.share')}
    </Button>
  );
}
