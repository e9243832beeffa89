import { AppError } from '@remis/domain/messages/app-error'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../platform/api/call-outcome.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

interface Props {
  readonly error: Error
  readonly onRetry: () => void
}

/** Why there is no statement: a refusal in its words, else that it could not be loaded. */
export const StatementFailure = ({ error, onRetry }: Props) => {
  const { t } = useTranslation()
  return error instanceof AppError && isRefused(error) && error.status < 500 ? (
    <ReadFailure text={t(error.key)} onRetry={undefined} />
  ) : (
    <ReadFailure text={t('ledger_failed')} onRetry={onRetry} />
  )
}
