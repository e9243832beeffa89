import { Button, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isGone } from '../platform/api/call-outcome.ts'

interface Props {
  readonly error: Error
  readonly onRetry: () => void
  /** the level of its heading */
  readonly order: 1 | 3
  readonly children?: ReactNode
}

/** Says that a booking is missing, or that it could not be loaded, with a button to retry. */
export const MissingBooking = ({ error, onRetry, order, children }: Props) => {
  const { t } = useTranslation()
  const gone = isGone(error)
  return (
    <Stack role="alert" align="start">
      <Title order={order} size="h3">
        {t(gone ? 'trip_missing' : 'trip_failed')}
      </Title>
      {!gone && (
        <Button size="md" onClick={onRetry}>
          {t('try_again')}
        </Button>
      )}
      {children}
    </Stack>
  )
}
