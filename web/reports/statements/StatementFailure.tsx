import { AppError } from '@remis/domain/messages/app-error'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

interface Props {
  readonly error: Error
  readonly onRetry: () => void
}

/** Why there is no statement: a refusal in its words, else that it could not be loaded. */
export const StatementFailure = ({ error, onRetry }: Props) => {
  const { t } = useTranslation()
  const refused = error instanceof AppError && error.status >= 400 && error.status < 500
  return refused ? (
    <ReadFailure text={t(error.key)} onRetry={undefined} />
  ) : (
    <ReadFailure text={t('ledger_failed')} onRetry={onRetry} />
  )
}
