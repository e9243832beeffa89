import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { recordCalls } from '@remis/domain/booking/booking-routes'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { actionText } from '../../audit/audit-texts.ts'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'
import { PartTitle } from '../PartTitle.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

/** What the audit log says about a booking, newest first, for admins. */
export const AuditLog = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const params = { id: booking.id }
  const audit = useInfiniteQuery({
    queryKey: [...bookingKeys.record(booking.id), 'audit', booking.version],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(recordCalls.audit, { params, query: pageParam === undefined ? {} : { cursor: pageParam } }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const { data, error, refetch } = audit
  const rows = data?.pages.flatMap((one) => one.rows) ?? []
  return (
    <section className={classes.part} aria-label={t('person_audit')}>
      <PartTitle>{t('person_audit')}</PartTitle>
      {data === undefined && error !== null && <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />}
      {data !== undefined && rows.length === 0 && <Text c="dimmed">{t('person_audit_none')}</Text>}
      <ol className={classes.timeline}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{actionText(t, row.action)}</span>
            <small>
              <time dateTime={new Date(row.at).toISOString()}>{format.date(row.at, 'date-time')}</time>
              {' · '}
              {t('person_audit_by', { name: row.actor ?? t('person_audit_system') })}
            </small>
          </li>
        ))}
      </ol>
      <MoreButton list={audit} failure={error === null ? '' : t(keyOf(error))} variant="subtle" />
    </section>
  )
}
