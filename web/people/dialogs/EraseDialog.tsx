import { Button, Group, Stack, Text } from '@mantine/core'
import type { PersonView } from '@remis/domain/people/people-api'
import { deletionBlockers, deletionDays, type DeletionBlocker } from '@remis/domain/privacy/account-data'
import { accountDataCalls } from '@remis/domain/privacy/account-data-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { fullName } from '@remis/domain/people/first-name'
import { useTranslation } from 'react-i18next'
import { showError, showText } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { usePersonChange } from '../people-queries.ts'
import classes from '../people.module.css'

interface Props {
  readonly person: PersonView
  readonly onClose: () => void
}

const textOf = {
  'open-booking': 'person_role_open_bookings',
  owed: 'person_role_open_wallet',
  'pending-fees': 'person_role_open_wallet',
  'wallet-positive': 'person_role_open_wallet',
  'wallet-negative': 'person_role_open_wallet',
  'withdrawal-open': 'person_role_open_withdrawals',
  'payment-open': 'person_erase_payment',
  'fleet-drivers': 'person_role_open_drivers',
  'last-admin': 'last_admin',
} as const satisfies Record<DeletionBlocker, string>

const blockersIn = (error: unknown): readonly DeletionBlocker[] => {
  const given = error instanceof AppError && error.key === 'deletion_blocked' ? error.extra?.['blockers'] : undefined
  return Array.isArray(given) ? deletionBlockers.filter((blocker) => given.includes(blocker)) : []
}

/** Has the personal data of a person deleted who asked the office for it [people-24]. */
export const EraseDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const erase = usePersonChange(accountDataCalls.requestDeletionOf, { quiet: true })
  const open = [...new Set(blockersIn(erase.error).map((blocker) => textOf[blocker]))]
  const send = () =>
    erase.mutate(
      { params: { id: person.id } },
      {
        onSuccess: ({ dueAt }) => {
          showText('person-erase', t('person_erase_due', { time: format.date(dueAt, 'date-time') }))
          onClose()
        },
        onError: (error) => {
          if (blockersIn(error).length === 0) showError(error)
        },
      },
    )
  return (
    <Dialog
      title={t('person_erase_title', { name: fullName(person) })}
      closeLabel={t('table_keep')}
      busy={erase.isPending}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t('person_erase_lead', { days: deletionDays })}</Text>
        {open.length > 0 && (
          <section className={classes.ending} role="alert">
            <h3>{t('person_erase_first')}</h3>
            <ul>
              {open.map((text) => (
                <li key={text}>{t(text)}</li>
              ))}
            </ul>
          </section>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" data-autofocus disabled={erase.isPending} onClick={onClose}>
            {t('table_keep')}
          </Button>
          <Button color="red" size="md" loading={erase.isPending} onClick={send}>
            {t('person_erase')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
