import { Button, Stack, Text } from '@mantine/core'
import { AppError } from '@remis/domain/messages/app-error'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly error: Error
  readonly onRetry: () => void
}

/** Why there is no statement: a refusal in its words, else that it could not be loaded. */
export const StatementFailure = ({ error, onRetry }: Props) => {
  const { t } = useTranslation()
  const refused = error instanceof AppError && error.status >= 400 && error.status < 500
  return (
    <Stack role="alert" align="flex-start">
      <Text>{refused ? t(error.key as 'not_found') : t('ledger_failed')}</Text>
      {!refused && (
        <Button size="md" variant="default" onClick={onRetry}>
          {t('table_try_again')}
        </Button>
      )}
    </Stack>
  )
}
