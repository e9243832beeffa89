import { fullName } from '@remis/domain/people/first-name'
import type { PersonRow } from '@remis/domain/people/people-api'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useConfirmedChange } from '../use-confirmed-change.tsx'

interface Props {
  readonly person: Pick<PersonRow, 'id' | 'firstName' | 'lastName'>
  readonly onClose: () => void
}

/** Restores an archived person, after saying what does not come back [people-23]. */
export const RestoreDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation()
  const { change: restore, dialog } = useConfirmedChange(peopleCalls.restore)
  if (dialog !== null) return dialog
  return (
    <ConfirmDialog
      title={t('table_restore_title', { name: fullName(person) })}
      lead={t('person_restore_lead')}
      confirm={t('table_restore')}
      keep={t('cancel')}
      harmless
      busy={restore.isPending}
      onConfirm={() => restore.mutate({ params: { id: person.id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
