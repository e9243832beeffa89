import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { PersonView } from '@remis/domain/people/people-api'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { fullName } from '@remis/domain/people/first-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../../accounts/use-confirmed.tsx'
import { keyOf, showError } from '../../platform/show-message.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { usePersonChange } from '../people-queries.ts'

interface Props {
  readonly person: PersonView
  readonly onClose: () => void
}

const roles = ['rider', 'driver', 'fleetadmin', 'admin'] as const
const open = ['trip', 'bookings', 'unpaid', 'drivers', 'withdrawals', 'wallet', 'withheld'] as const

/** Another role, once nothing of the old one is open [design/people-8]. */
export const RoleDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation()
  const others = roles.filter((role) => role !== person.usertype)
  const [usertype, setUsertype] = useState<(typeof roles)[number]>(others[0] ?? 'rider')
  const { run, dialog } = useConfirmed(t('person_confirm'))
  const change = usePersonChange(peopleCalls.changeRole, { quiet: true, run })
  const field = change.error instanceof AppError ? change.error.fields?.['usertype'] : undefined
  const refusal = open.find((one) => one === field)
  const send = () =>
    change.mutate(
      { params: { id: person.id }, body: { usertype } },
      {
        onSuccess: onClose,
        onError: (error) => {
          // the field says what is open
          if (keyOf(error) !== 'person_has_open_business') showError(error)
        },
      },
    )
  if (dialog !== null) return dialog
  return (
    <Dialog
      title={t('person_role_title', { name: fullName(person) })}
      closeLabel={t('cancel')}
      busy={change.isPending}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t('person_role_lead')}</Text>
        <NativeSelect
          label={t('person_role_label')}
          size="md"
          data-autofocus
          value={usertype}
          error={refusal === undefined ? null : t(`person_role_open_${refusal}`)}
          onChange={(event) => setUsertype(roles.find((role) => role === event.currentTarget.value) ?? 'rider')}
          data={others.map((value) => ({ value, label: t(`role_${value}`) }))}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" disabled={change.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" size="md" loading={change.isPending} onClick={send}>
            {t('person_role')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
