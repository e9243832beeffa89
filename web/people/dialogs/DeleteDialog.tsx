import { fullName } from '@remis/domain/people/first-name'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { PersonEnding, PersonRow } from '@remis/domain/people/people-api'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useFormat, type Format } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { endingQuery, usePersonChange } from '../people-queries.ts'
import classes from '../people.module.css'

interface Props {
  readonly person: Pick<PersonRow, 'id' | 'firstName' | 'lastName'>
  readonly onClose: () => void
  readonly onDone?: () => void
}

const endsOf = (t: TFunction, ending: PersonEnding): string[] => [
  ...(ending.bookings > 0 ? [t('person_ends_bookings', { count: ending.bookings })] : []),
  ...(ending.offers > 0 ? [t('person_ends_offers', { count: ending.offers })] : []),
  ...(ending.sessions > 0 ? [t('person_ends_sessions', { count: ending.sessions })] : []),
  ...(ending.drivers > 0 ? [t('person_ends_drivers', { count: ending.drivers })] : []),
]

const staysOf = (t: TFunction, format: Format, { wallet, unpaid, withdrawals = 0 }: PersonEnding): string[] => [
  t('person_stays_history'),
  ...(wallet !== undefined && wallet.balance !== 0
    ? [t('person_stays_wallet', { amount: format.money(wallet.balance) })]
    : []),
  ...(wallet !== undefined && wallet.owed > 0 ? [t('person_stays_owed', { amount: format.money(wallet.owed) })] : []),
  ...(withdrawals > 0 ? [t('person_stays_withdrawals', { count: withdrawals })] : []),
  ...(unpaid > 0 ? [t('person_stays_unpaid', { count: unpaid })] : []),
]

const List = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section className={classes.ending}>
    <h3>{title}</h3>
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)

/** Archives a person, after saying what that ends and what stays [design/people-7]. */
export const DeleteDialog = ({ person, onClose, onDone }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { id } = person
  const { data: ending, isError, refetch } = useQuery(endingQuery(id))
  const remove = usePersonChange(peopleCalls.remove, { edit: true })
  const send = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          onClose()
          onDone?.()
        },
      },
    )
  const ends = ending === undefined ? [] : endsOf(t, ending)
  return (
    <Dialog
      title={t('person_delete_title', { name: fullName(person) })}
      closeLabel={t('table_keep')}
      busy={remove.isPending}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t('person_delete_lead')}</Text>
        {ending === undefined ? (
          isError ? (
            <ReadFailure text={t('person_failed')} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={120} />
          )
        ) : ending.trip !== null ? (
          <Text role="alert">
            {t('person_delete_on_trip')} <Link to={paths.bookingPage(ending.trip)}>{t('person_see_trip')}</Link>
          </Text>
        ) : (
          <>
            <List title={t('person_delete_ends')} lines={ends.length > 0 ? ends : [t('person_ends_nothing')]} />
            <List title={t('person_delete_stays')} lines={staysOf(t, format, ending)} />
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" data-autofocus disabled={remove.isPending} onClick={onClose}>
            {t('table_keep')}
          </Button>
          <Button
            color="red"
            size="md"
            loading={remove.isPending}
            disabled={ending === undefined || ending.trip !== null}
            onClick={send}
          >
            {t('person_delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
