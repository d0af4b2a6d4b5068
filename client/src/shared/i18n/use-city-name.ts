import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n';

/** Names cities by their keys. Lazy-loads the names if they are needed; until then the keys are shown. */
export function useCityName(isNeeded: boolean): (key: string) => string {
  const language = useLanguage();
  const { data: cityName } = useQuery({
    queryKey: ['city names'],
    queryFn: () => import('./city').then((m) => m.cityName),
    enabled: isNeeded,
    staleTime: Infinity,
  });
  return (key) => cityName?.(key, language) ?? key;
}
