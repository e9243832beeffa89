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
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { PartTitle } from '../PartTitle.tsx'

/** The office's corrections of a paid fare, and the button for another one [design/money-33]. */
export const Corrections = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const may = mayMove('correct', booking.status, 'admin')
  const { data, isLoading } = useQuery({
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
      <EditButton variant="light" onClick={() => setOpen(true)}>
        {t('correction')}
      </EditButton>
      {open && !isLoading && <CorrectionDialog booking={booking} earlier={data} onClose={() => setOpen(false)} />}
    </section>
  )
}
