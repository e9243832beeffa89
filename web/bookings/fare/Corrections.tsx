import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { correctionsCalls } from '@remis/domain/booking/booking-routes'
import { mayMove } from '@remis/domain/booking/booking-status'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import classes from '../bookings.module.css'
import { CorrectionDialog, type EarlierCorrections } from './CorrectionDialog.tsx'
import { PartTitle } from '../PartTitle.tsx'

/** The office's corrections of a paid fare, and the button for another one [design/money-33]. */
export const Corrections = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  // what was read before the press: a later read may fail while the dialog is open
  const [opened, setOpened] = useState<EarlierCorrections | null>(null)
  const may = mayMove('correct', booking.status, 'admin')
  const { data, error, refetch } = useQuery({
    queryKey: [...bookingKeys.corrections(booking.id), booking.version],
    enabled: may,
    queryFn: () => call(correctionsCalls.list, { params: { id: booking.id } }),
    // The open dialog stays while the list of the next version loads.
    placeholderData: (before, query) => (query?.queryKey[1] === booking.id ? before : undefined),
  })
  if (!may) return null
  const rows = data?.rows ?? []
  return (
    <section className={classes.part}>
      {rows.length > 0 && <PartTitle>{t('corrections')}</PartTitle>}
      {rows.map((row) => (
        <div key={row.version}>
          <Text size="sm">
            {t(row.direction === 'back' ? 'correction_row_back' : 'correction_row_charge', {
              amount: format.money(row.amount),
              share: format.money(row.share),
            })}
          </Text>
          <Text size="xs" c="dimmed">
            {format.date(row.at, 'date-time')} · {row.by} · {row.reason}
          </Text>
        </div>
      ))}
      {data === undefined && error !== null ? (
        <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />
      ) : (
        <EditButton variant="light" loading={data === undefined} onClick={() => setOpened(data ?? null)}>
          {t('correction')}
        </EditButton>
      )}
      {opened !== null && (
        <CorrectionDialog booking={booking} earlier={data ?? opened} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}
