import { useTranslation } from '@/shared/i18n';

/** Her name below her own words, with what she does; only the latter while no name is set. */
export function Signature({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <p className="mt-8 border-s-4 border-accent ps-4">
      <bdi className="figure block text-title wrap-anywhere empty:hidden">{name}</bdi>
      <span className="text-small text-muted">{t('brand.role')}</span>
    </p>
  );
}
