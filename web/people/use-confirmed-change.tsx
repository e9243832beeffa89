import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../accounts/use-confirmed.tsx'
import { usePersonChange } from './people-queries.ts'

/**
 * A change that gives access, and the password dialog to render: accounts of the office need a recent password
 * [design/accounts-143].
 */
export const useConfirmedChange = <E extends Parameters<typeof usePersonChange>[0]>(endpoint: E) => {
  const { t } = useTranslation()
  const { run, dialog } = useConfirmed(t('person_confirm'))
  return { change: usePersonChange<E>(endpoint, { run }), dialog }
}
