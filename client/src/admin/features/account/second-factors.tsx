import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '@/admin/kit/confirm';
import { ListFrame } from '@/admin/kit/list/list-frame';
import { CodeForm } from '@/admin/kit/second-factor/code-form';
import { EnrolForm } from '@/admin/kit/second-factor/enrol-form';
import { asksForCode, useProblemText } from '@/admin/kit/second-factor/problem-text';
import {
  ownFactorsQuery,
  recoveryCodesQuery,
  removeFactor,
  type OwnFactor,
} from '@/shared/api/second-factors';
import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/toast';
import { RecoveryCodeCount } from './recovery-code-count';

/**
 * The own authenticator apps and recovery codes. The server changes them only within some minutes after a
 * code; when it asks for one, the change is made after it.
 */
export function SecondFactors() {
  const { t } = useTranslation('admin-account');
  const found = useQuery(ownFactorsQuery);
  const [isAdding, setAdding] = useState(false);
  const [isVerified, setVerified] = useState(false);
  const [afterCode, setAfterCode] = useState<() => void>();
  // A function in useState is wrapped, or React would call it.
  const askForCode = (retry: () => void) => setAfterCode(() => retry);

  if (isAdding) {
    return (
      <div className="grid max-w-sm gap-3">
        <EnrolForm
          withRecoveryCodes={found.data?.length === 0}
          onVerified={() => setVerified(true)}
          onDone={() => {
            setAdding(false);
            setVerified(false);
            notify('good', t('factors.added'), { ms: 6000 });
          }}
          onRefused={(error) => {
            if (!asksForCode(error)) return;
            setAdding(false);
            askForCode(() => setAdding(true));
          }}
        />
        {!isVerified && (
          <Button look="quiet" onClick={() => setAdding(false)}>
            {t('factors.cancel')}
          </Button>
        )}
      </div>
    );
  }
  const factors = found.data ?? [];
  return (
    <>
      {afterCode !== undefined && (
        <div className="grid max-w-sm gap-4">
          <Notice tone="plain">{t('factors.proof')}</Notice>
          <CodeForm
            onDone={() => {
              setAfterCode(undefined);
              afterCode();
            }}
          />
          <Button look="quiet" onClick={() => setAfterCode(undefined)}>
            {t('factors.cancel')}
          </Button>
        </div>
      )}
      {/* It stays mounted: the change that is made after the code shows its result here. */}
      <div hidden={afterCode !== undefined}>
        <ListFrame
          found={found}
          failed={t('factors.failed')}
          empty={t('factors.empty')}
          isEmpty={(all) => all.length === 0}
        >
          {(all) => (
            <ul className="grid gap-3" aria-label={t('factors.title')}>
              {all.map((factor) => (
                <FactorItem
                  key={factor.id}
                  factor={factor}
                  isLast={all.length === 1}
                  askForCode={askForCode}
                />
              ))}
            </ul>
          )}
        </ListFrame>
        {found.data !== undefined && (
          <Button look="line" className="mt-4" onClick={() => setAdding(true)}>
            {t(factors.length === 0 ? 'factors.add' : 'factors.addAnother')}
          </Button>
        )}
        {factors.length > 0 && <RecoveryCodeCount askForCode={askForCode} />}
      </div>
    </>
  );
}

type ItemProps = {
  factor: OwnFactor;
  isLast: boolean;
  /** Asks for a code, then calls `retry`. */
  askForCode: (retry: () => void) => void;
};

function FactorItem({ factor, isLast, askForCode }: ItemProps) {
  const { t } = useTranslation('admin-account');
  const problemText = useProblemText();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const name = factor.name === '' ? t('factors.unnamed') : factor.name;
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => removeFactor(factor.id),
    onSuccess: () => {
      notify('good', t('factors.removed', { name }), { ms: 6000 });
    },
    onError: (error) => {
      if (asksForCode(error)) askForCode(() => remove.mutate());
      else notify('bad', problemText(error));
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(ownFactorsQuery),
        queries.invalidateQueries(recoveryCodesQuery),
      ]),
  });
  const ask = async () => {
    const question = t(isLast ? 'factors.lastQuestion' : 'factors.question', { name });
    if (await confirm({ question, action: t('factors.remove'), tone: 'bad' })) remove.mutate();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-block border border-line bg-raised px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-small text-muted">
          {t('factors.since', { date: formatDate(factor.createdAt) })}
        </p>
      </div>
      <Button
        look="line"
        aria-label={t('factors.removeOf', { name })}
        aria-disabled={remove.isPending}
        onClick={() => {
          if (!remove.isPending) void ask();
        }}
      >
        {t('factors.remove')}
      </Button>
    </li>
  );
}
