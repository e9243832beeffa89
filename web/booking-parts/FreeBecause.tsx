import { Text } from '@mantine/core'
import type { CancellationView } from '@remis/domain/booking/endings-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'

/** Why cancelling is free although the minutes alone would cost a fee [design/moves-72], [design/moves-73]. */
export const FreeBecause = ({ free }: { free: NonNullable<CancellationView['free']> }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Text size="sm">
      {free.because === 'not-nearer'
        ? t('cancel_not_nearer', { amount: format.money(free.otherwise) })
        : t('cancel_unconfirmed')}
    </Text>
  )
}
