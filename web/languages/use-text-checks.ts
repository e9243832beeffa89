import { textChecksOf } from '@remis/domain/texts/text-checks'
import { useQuery } from '@tanstack/react-query'
import { loadEnglish } from '../i18n/text-files.ts'

/** The checks of texts; undefined until the English texts are loaded. If they cannot be, `ScreenError` is shown. */
export const useTextChecks = () =>
  useQuery({
    queryKey: ['text-checks'],
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
    queryFn: async () => textChecksOf(await loadEnglish()),
  }).data
