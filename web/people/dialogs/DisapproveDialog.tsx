import { fullName } from '@remis/domain/people/first-name'
import { Skeleton, Text } from '@mantine/core'
import type { PersonView } from '@remis/domain/people/people-api'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { endingQuery, usePersonChange } from '../people-queries.ts'

interface Props {
  readonly person: PersonView
  readonly onClose: () => void
}

/** Takes an approval back; first lists what ends [design/people-27]. */
export const DisapproveDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation()
  const { data: ending, isError, refetch } = useQuery(endingQuery(person.id))
  const disapprove = usePersonChange(peopleCalls.approve)
  const { id, usertype } = person
  return (
    <ConfirmDialog
      title={t('person_disapprove_title', { name: fullName(person) })}
      lead={t('person_suspend_lead')}
      more={
        ending === undefined ? (
          isError ? (
            <ReadFailure text={t('person_failed')} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={24} />
          )
        ) : ending.trip !== null ? (
          <Text role="alert">
            {t('person_on_trip')} <Link to={paths.bookingPage(ending.trip)}>{t('person_see_trip')}</Link>
          </Text>
        ) : (
          (usertype === 'driver' || usertype === 'rider') && (
            <Text>
              {t('person_delete_ends')}:{' '}
              {usertype === 'driver' && ending.offers > 0
                ? t('person_ends_offers', { count: ending.offers })
                : usertype === 'rider' && ending.bookings > 0
                  ? t('person_ends_bookings', { count: ending.bookings })
                  : t('person_ends_nothing')}
            </Text>
          )
        )
      }
      confirm={t('person_disapprove')}
      keep={t('cancel')}
      busy={disapprove.isPending}
      onConfirm={() => disapprove.mutate({ params: { id }, body: { approved: false } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
