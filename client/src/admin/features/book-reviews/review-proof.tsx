import { isFileGone, useFileAddress } from '@/admin/kit/use-file-address';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';
import type { Review } from './review';
import { ReviewPicture } from './review-picture';

/** The proof of purchase of a review: a private file, or the address that an older review has. */
export function ReviewProof({ review }: { review: Review }) {
  const { t } = useTranslation('admin-reviews');
  const { proof_path: path, purchase_image_url: url, name } = review;
  if (path !== null) return <PrivateProof path={path} name={name} />;
  if (url === null) return t('proof.none');
  return <ReviewPicture key={url} kind="proof" url={url} name={name} />;
}

function PrivateProof({ path, name }: { path: string; name: string }) {
  const { t } = useTranslation(['admin-reviews', 'site']);
  const { data, error, isPending, refetch } = useFileAddress('review-proofs', path);
  if (isPending) return <Spinner label={t('proof.loading')} />;
  if (error !== null) {
    if (isFileGone(error)) return <Notice tone="plain">{t('proof.gone')}</Notice>;
    return (
      <FailureNotice
        text={t('proof.failed')}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  return <ReviewPicture key={data} kind="proof" url={data} name={name} />;
}
