import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { AssignableDriver } from '@remis/domain/dispatch/assign-api'
import { assignCalls } from '@remis/domain/dispatch/dispatch-routes'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { mayHaveHappened, useMove } from '../booking-parts/booking-queries.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { keyOf, showMessage } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Face } from '../ui/parts/Person.tsx'
import classes from './assign.module.css'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/** Offers drivers of the same car type only; the assigned driver is notified at once [design/dispatch-20]. */
export const AssignDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const { data, error } = useDrivers(booking.id, typed)
  const assign = useMove(assignCalls.assign)
  const choose = (driver: string) =>
    assign.mutate(
      { params: { id: booking.id }, body: { driver } },
      {
        onSuccess: (reply) => {
          showMessage(reply.message, 'success')
          void queryClient.invalidateQueries({ queryKey: bookingKeys.dispatch(booking.id) })
          onClose()
        },
        onError: (fault) => {
          void queryClient.invalidateQueries({ queryKey: ['assignable', booking.id] })
          if (!mayHaveHappened(fault) && keyOf(fault) !== 'driver_not_assignable') onClose()
        },
      },
    )
  return (
    <Dialog title={t('assign_title')} closeLabel={t('close')} onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed">{t('assign_lead', { carType: booking.carType })}</Text>
        <TextInput
          size="md"
          aria-label={t('assign_search')}
          placeholder={t('assign_search')}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          maxLength={80}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {data !== undefined && data.acceptFrom > data.now && (
          <Text size="sm">{t('assign_from', { time: format.date(data.acceptFrom, 'date-time') })}</Text>
        )}
        {error !== null && <Text role="alert">{t(keyOf(error))}</Text>}
        {data === undefined && error === null && <Skeleton height={120} aria-busy="true" />}
        {data?.rows.length === 0 && (
          <Text c="dimmed" aria-live="polite">
            {t(typed.trim() === '' ? 'assign_none' : 'assign_none_match')}
          </Text>
        )}
        {data !== undefined && data.rows.length > 0 && (
          <ul className={classes.drivers}>
            {data.rows.map((driver) => (
              <Driver
                key={driver.id}
                driver={driver}
                now={data.now}
                busy={assign.isPending && assign.variables?.body.driver === driver.id}
                disabled={assign.isPending || driver.requested}
                onChoose={() => choose(driver.id)}
              />
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  )
}

/** Asked once the typing rests, and again every few seconds: drivers move. */
const useDrivers = (id: string, typed: string) => {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), 200)
    return () => clearTimeout(timer)
  }, [typed])
  return useQuery({
    queryKey: ['assignable', id, search],
    staleTime: 0,
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
    queryFn: () => call(assignCalls.drivers, { params: { id }, query: search === '' ? {} : { search } }),
  })
}

interface DriverProps {
  readonly driver: AssignableDriver
  readonly now: number
  readonly busy: boolean
  readonly disabled: boolean
  readonly onChoose: () => void
}

const Driver = ({ driver, now, busy, disabled, onChoose }: DriverProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const notes = [
    driver.requested && t('assign_requested'),
    driver.declined && t('assign_declined'),
    driver.busy && t('assign_busy'),
  ].filter((note) => note !== false)
  return (
    <li>
      <Face src={driver.image} name={driver.name} size={40} />
      <span className={classes.who}>
        <b>{driver.name}</b>
        <small>
          {[driver.vehicle_number, [driver.vehicleMake, driver.vehicleModel].filter(Boolean).join(' '), driver.mobile]
            .filter(Boolean)
            .map((text, index) => (
              <span key={text}>
                {index > 0 && ' · '}
                <bdi>{text}</bdi>
              </span>
            ))}
        </small>
        <small>
          {format.distance(driver.km)} · {t('assign_seen', { time: format.ago(driver.seenAt, now) })}
        </small>
        {notes.length > 0 && <small className={classes.note}>{notes.join(' · ')}</small>}
      </span>
      <Button
        size="md"
        variant="light"
        loading={busy}
        disabled={disabled}
        aria-label={t('assign_choose', { name: driver.name })}
        onClick={onChoose}
      >
        {t('assign')}
      </Button>
    </li>
  )
}
