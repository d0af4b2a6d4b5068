import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { OnwardIcon } from '@/shared/ui/icons';

type Props = {
  /** The Instagram address; without it the link leads to the contact page. */
  instagram: string | null;
  className: string;
};

/** "Follow My Journey". */
export function FollowLink({ instagram, className }: Props) {
  const { t } = useTranslation();
  const content = (
    <>
      {t('nav.follow')}
      <OnwardIcon />
    </>
  );
  if (instagram === null || !instagram.startsWith('https://'))
    return (
      <LocalLink to="/contact" className={className}>
        {content}
      </LocalLink>
    );
  return (
    <a href={instagram} rel="noreferrer me" className={className}>
      {content}
    </a>
  );
}
