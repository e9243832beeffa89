import { useTranslation } from 'react-i18next'
import { ConfirmPassword } from '../accounts/ConfirmPassword.tsx'
import { useConfirmed } from '../accounts/use-confirmed.ts'
import { usePersonChange } from './people-queries.ts'

/**
 * A change that gives access, and the password dialog to render: accounts of the office need a recent password
 * [design/accounts-143].
 */
export const useConfirmedChange = <E extends Parameters<typeof usePersonChange>[0]>(endpoint: E) => {
  const { t } = useTranslation()
  const { run, asking, onConfirmed, onClose } = useConfirmed()
  const change = usePersonChange<E>(endpoint, { run })
  const dialog = asking && <ConfirmPassword lead={t('person_confirm')} onConfirmed={onConfirmed} onClose={onClose} />
  return { change, dialog }
}
