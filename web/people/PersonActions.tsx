import type { PersonView } from '@remis/domain/people/people-api'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/api/session.ts'
import { showMessage } from '../platform/show-message.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { DeleteDialog } from './dialogs/DeleteDialog.tsx'
import { DisapproveDialog } from './dialogs/DisapproveDialog.tsx'
import { EraseDialog } from './dialogs/EraseDialog.tsx'
import { RestoreDialog } from './dialogs/RestoreDialog.tsx'
import { RoleDialog } from './dialogs/RoleDialog.tsx'
import { SuspendDialog } from './dialogs/SuspendDialog.tsx'
import { EditPerson } from './EditPerson.tsx'
import { usePersonChange } from './people-queries.ts'
import { useConfirmedChange } from './use-confirmed-change.tsx'
import classes from './people.module.css'

interface Props {
  readonly person: PersonView
  readonly onDeleted: () => void
}

type Opened = 'edit' | 'suspend' | 'role' | 'disapprove' | 'delete' | 'restore' | 'erase'

/**
 * What the reader may do with this person: a fleet admin edits and archives, an admin does all; oneself one only edits.
 * An archived person is restored, or the personal data are deleted.
 */
export const PersonActions = ({ person, onDeleted }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const [dialog, setDialog] = useState<Opened | null>(null)
  const { change: approve, dialog: confirmApproval } = useConfirmedChange(peopleCalls.approve)
  const { change: unsuspend, dialog: confirmEnd } = useConfirmedChange(peopleCalls.unsuspend)
  const welcome = usePersonChange(peopleCalls.sendWelcome)
  if (user === null) return null
  const params = { id: person.id }
  const others = user.id !== person.id
  const rules = user.usertype === 'admin' && others
  const close = () => setDialog(null)
  const erase = rules && !person.erased && person.deletionDueAt === null && (
    <EditButton variant="light" color="red" onClick={() => setDialog('erase')}>
      {t('person_erase')}
    </EditButton>
  )
  const erasing = dialog === 'erase' && <EraseDialog person={person} onClose={close} />
  if (person.state === 'deleted')
    return user.usertype === 'admin' && !person.erased ? (
      <div className={classes.actions}>
        <EditButton variant="default" onClick={() => setDialog('restore')}>
          {t('table_restore')}
        </EditButton>
        {erase}
        {erasing}
        {dialog === 'restore' && <RestoreDialog person={person} onClose={close} />}
      </div>
    ) : null
  return (
    <div className={classes.actions}>
      {rules && !person.approved && (
        <EditButton
          loading={approve.isPending}
          onClick={() => approve.mutate({ params, body: { approved: true, version: person.version } })}
        >
          {t('person_approve')}
        </EditButton>
      )}
      <EditButton variant="default" onClick={() => setDialog('edit')}>
        {t('person_edit')}
      </EditButton>
      {person.awaitsPassword && (
        <EditButton
          variant="default"
          loading={welcome.isPending}
          onClick={() => welcome.mutate({ params }, { onSuccess: () => showMessage('welcome_sent', 'success') })}
        >
          {t('person_welcome_again')}
        </EditButton>
      )}
      {rules &&
        (person.suspension === null ? (
          <EditButton variant="light" color="red" onClick={() => setDialog('suspend')}>
            {t('person_suspend')}
          </EditButton>
        ) : (
          <EditButton variant="light" loading={unsuspend.isPending} onClick={() => unsuspend.mutate({ params })}>
            {t('person_unsuspend')}
          </EditButton>
        ))}
      {rules && (
        <EditButton variant="default" onClick={() => setDialog('role')}>
          {t('person_role')}
        </EditButton>
      )}
      {rules && person.approved && (
        <EditButton variant="default" onClick={() => setDialog('disapprove')}>
          {t('person_disapprove')}
        </EditButton>
      )}
      {others && (
        <EditButton variant="light" color="red" onClick={() => setDialog('delete')}>
          {t('person_delete')}
        </EditButton>
      )}
      {erase}
      {dialog === 'edit' && <EditPerson id={person.id} onClose={close} />}
      {dialog === 'suspend' && <SuspendDialog person={person} onClose={close} />}
      {dialog === 'role' && <RoleDialog person={person} onClose={close} />}
      {dialog === 'disapprove' && <DisapproveDialog person={person} onClose={close} />}
      {erasing}
      {confirmApproval}
      {confirmEnd}
      {dialog === 'delete' && <DeleteDialog person={person} onClose={close} onDone={onDeleted} />}
    </div>
  )
}
