import { Check, Circle } from 'lucide-react';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { notify } from '@/shared/ui/toast';
import { RemoveSamplesButton } from './samples-notice';
import { isChecked, stepNames, stepScreens, stepsDone, type StepName } from './steps';
import { useSamples } from './use-samples';
import { useSaveChecklist, useSetup, type Checklist } from './use-setup';

/** The setup checklist of a fresh site, ticked from the tables; once hidden, a button shows it again. */
export function SetupChecklist() {
  const { t } = useTranslation(['admin-dashboard', 'admin', 'site']);
  const setup = useSetup();
  const samples = useSamples();
  const error = setup.error ?? samples.error;
  if (setup.data === undefined || samples.data === undefined) {
    return error === null ? (
      <Spinner label={t('admin:loading')} className="min-h-11" />
    ) : (
      <FailureNotice
        text={`${t('setup.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void Promise.all([setup.refetch(), samples.refetch()])}
      />
    );
  }
  const { given, checklist } = setup.data;
  const done = stepsDone({
    given,
    checked: checklist.checked,
    samples: samples.data.length,
    address: location,
  });
  return <Steps done={done} checklist={checklist} />;
}

type Props = { done: ReadonlySet<StepName>; checklist: Checklist };

function Steps({ done, checklist }: Props) {
  const { t } = useTranslation(['admin-dashboard', 'admin', 'site']);
  const language = useLanguage();
  const save = useSaveChecklist();
  const keep = (change: Partial<Checklist>) =>
    save.mutate(
      { ...checklist, ...change },
      {
        onError: (error) => notify('bad', `${t('setup.notSaved')} ${failureText(t, error)}`),
      },
    );
  const progress = t('setup.progress', {
    done: formatNumber(done.size, language),
    all: formatNumber(stepNames.length, language),
  });
  if (checklist.hidden) {
    return (
      <Button
        look="quiet"
        className="justify-self-start px-2!"
        onClick={() => keep({ hidden: false })}
      >
        {t('setup.show')} <span className="text-muted">{progress}</span>
      </Button>
    );
  }
  return (
    <section aria-labelledby="setup-title" className="border border-accent bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="setup-title" className="text-lead font-medium">
            {t('setup.title')}
          </h2>
          <p role="status" className="text-small text-muted">
            {done.size === stepNames.length ? t('setup.allDone') : progress}
          </p>
        </div>
        <Button look="quiet" className="px-2!" onClick={() => keep({ hidden: true })}>
          {t('setup.hide')}
        </Button>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {stepNames.map((step) => (
          <Step
            key={step}
            step={step}
            isDone={done.has(step)}
            isOwn={checklist.checked.includes(step)}
            onCheck={(on) =>
              keep({
                checked: on
                  ? [...checklist.checked, step]
                  : checklist.checked.filter((other) => other !== step),
              })
            }
          />
        ))}
      </ul>
    </section>
  );
}

type StepProps = {
  step: StepName;
  isDone: boolean;
  /** Whether the owner has ticked it. */
  isOwn: boolean;
  onCheck: (on: boolean) => void;
};

function Step({ step, isDone, isOwn, onCheck }: StepProps) {
  const { t } = useTranslation('admin-dashboard');
  const screen = stepScreens[step];
  const title = t(`setup.steps.${step}.title`);
  const Mark = isDone ? Check : Circle;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 py-2.5 lg:grid-cols-[1.25rem_minmax(0,1fr)_auto] lg:items-center">
      <Mark
        role="img"
        aria-label={t(isDone ? 'setup.done' : 'setup.open')}
        className={`mt-0.5 size-5 lg:mt-0 ${isDone ? 'text-good' : 'text-muted'}`}
      />
      <div className="min-w-0 text-small">
        {screen === undefined ? (
          <span className="font-medium">{title}</span>
        ) : (
          <LocalLink
            to={screen}
            className="font-medium underline decoration-line underline-offset-4 hover:decoration-accent"
          >
            {title}
          </LocalLink>
        )}
        <p className="max-w-[75ch] text-muted">{t(`setup.steps.${step}.text`)}</p>
      </div>
      <div className="col-start-2 mt-1 justify-self-start lg:col-start-3 lg:mt-0">
        {step === 'samples' && !isDone && <RemoveSamplesButton />}
        {isChecked(step) && (isOwn || !isDone) && (
          <Button look="line" aria-pressed={isOwn} onClick={() => onCheck(!isOwn)}>
            {t(isOwn ? 'setup.uncheck' : 'setup.check')}
          </Button>
        )}
      </div>
    </li>
  );
}
