import { Text } from '@mantine/core'
import type { CancellationView } from '@remis/domain/booking/endings-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'

const texts = {
  'arrival-unconfirmed': 'cancel_unconfirmed',
  'left-pickup': 'cancel_left_pickup',
  'not-nearer': 'cancel_not_nearer',
  'not-coming': 'cancel_not_coming',
} as const

/** Why cancelling is free although the minutes alone would cost a fee [design/moves-72], [design/moves-73]. */
export const FreeBecause = ({ free }: { free: NonNullable<CancellationView['free']> }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return <Text size="sm">{t(texts[free.because], { amount: format.money(free.otherwise) })}</Text>
}
