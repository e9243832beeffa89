import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'

export interface WithReason {
  readonly reason: string
}

/**
 * The state of a `ReasonFormDialog`: a reason, which may not be blank, and what else it asks. `faultsOf`: the texts of
 * what is wrong with the rest, by field. `usual`: what the office would usually write.
 */
export const useReasonForm = <More extends object>(
  more: More,
  faultsOf: (values: More) => Partial<Record<keyof More, string | null>> = () => ({}),
  usual = '',
) => {
  const { t } = useTranslation()
  return useForm<More & WithReason>({
    initialValues: { ...more, reason: usual },
    validate: (values) => ({
      ...faultsOf(values),
      reason: values.reason.trim() === '' ? t('reason_missing') : null,
    }),
  })
}
