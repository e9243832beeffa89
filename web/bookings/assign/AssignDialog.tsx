import '../../ui/mantine-parts.ts'
import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { assignCalls } from '@remis/domain/dispatch/dispatch-routes'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { bookingQuery, useMove } from '../../booking-parts/booking-queries.ts'
import { endsDialog } from '../../platform/api/call-outcome.ts'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { RouteEnds } from '../../ui/parts/RouteEnds.tsx'
import { assignableChoice, choiceAfter, type Choice, type Offered } from './assign-choice.ts'
import classes from './assign.module.css'
import { AssignMap } from './AssignMap.tsx'
import { DriverChoice } from './DriverChoice.tsx'
import { When } from '../When.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/**
 * The drivers of the same car type beside their map, the soonest at the pickup first; the assigned driver is notified
 * at once [design/dispatch-20], [design/web-94].
 */
export const AssignDialog = ({ booking: opened, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: booking = opened } = useQuery(bookingQuery(opened.id))
  const [typed, setTyped] = useState('')
  const { data, error, refetch, search, settled } = useDrivers(booking.id, typed)
  const offered = { rows: data?.rows, search, settled }
  const [chosen, setChosen] = useChosen(offered)
  const assign = useMove(assignCalls.assign, booking.version)
  const shown = data?.rows.find(({ id }) => id === chosen?.id)
  const driver = assignableChoice(chosen, offered)
  const send = () =>
    driver !== undefined &&
    !assign.isPending &&
    assign.mutate(
      { params: { id: booking.id }, body: { driver: driver.id } },
      {
        onSuccess: (reply) => {
          showMessage(reply.message, 'success')
          void queryClient.invalidateQueries({ queryKey: bookingKeys.dispatch(booking.id) })
          void queryClient.invalidateQueries({ queryKey: bookingKeys.record(booking.id) })
          onClose()
        },
        onError: (fault) => {
          void queryClient.invalidateQueries({ queryKey: ['assignable', booking.id] })
          if (endsDialog(fault) && keyOf(fault) !== 'driver_not_assignable') onClose()
        },
      },
    )
  // the event of one's own assignment may come before its reply
  const taken = booking.status !== 'NEW' && !assign.isPending
  return (
    <Dialog title={t('assign_title')} closeLabel={t('close')} size={980} busy={assign.isPending} onClose={onClose}>
      <div className={classes.head}>
        <RouteEnds
          from={{ label: t('trip_pickup'), text: booking.pickup.add }}
          to={{ label: t('trip_drop'), text: booking.drop.add }}
        />
        <p>
          <b>{booking.carType}</b>
          <When at={booking.tripdate} later={booking.bookLater} />
          <bdi>{booking.customer_name}</bdi>
        </p>
      </div>
      {taken ? (
        <Text role="alert">{t('assign_taken')}</Text>
      ) : (
        <div className={classes.two}>
          <AssignMap booking={booking} rows={data?.rows} chosen={chosen?.id ?? null} onChoose={setChosen} />
          <div className={classes.side}>
            <TextInput
              size="md"
              aria-label={t('assign_search')}
              placeholder={t('assign_search')}
              leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
              maxLength={80}
              value={typed}
              data-autofocus
              onChange={(event) => setTyped(event.currentTarget.value)}
              // Enter of an input method ends the word that is being composed
              onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && send()}
            />
            {data !== undefined && data.acceptFrom > data.now && (
              <Text size="sm">{t('assign_from', { time: format.date(data.acceptFrom, 'date-time') })}</Text>
            )}
            {data?.byRoad === false && <Text size="sm">{t('assign_no_road')}</Text>}
            {data === undefined && error !== null && (
              <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />
            )}
            {data === undefined && error === null && <Skeleton height={240} aria-busy="true" />}
            {data?.rows.length === 0 && (
              <Text c="dimmed" aria-live="polite">
                {t(typed.trim() === '' ? 'assign_none' : 'assign_none_match')}
              </Text>
            )}
            {data !== undefined && data.rows.length > 0 && (
              <fieldset className={classes.drivers}>
                <legend>{t('assign_drivers')}</legend>
                {data.rows.map((row) => (
                  <DriverChoice
                    key={row.id}
                    driver={row}
                    now={data.now}
                    checked={row.id === chosen?.id}
                    onChoose={() => setChosen(row.id)}
                    onConfirm={send}
                  />
                ))}
              </fieldset>
            )}
            {chosen !== null && shown === undefined && settled && search === '' && (
              <Text size="sm" role="alert">
                {t('assign_gone', { name: chosen.name })}
              </Text>
            )}
            <Button size="md" fullWidth disabled={driver === undefined} loading={assign.isPending} onClick={send}>
              {shown === undefined ? t('assign') : t('assign_choose', { name: shown.name })}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const useChosen = (offered: Offered) => {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const next = choiceAfter(chosen, offered)
  if (next !== chosen) setChosen(next)
  const choose = (id: string) => {
    const row = offered.rows?.find((one) => one.id === id)
    if (row !== undefined) setChosen({ search: offered.search, id, name: row.name })
  }
  return [chosen, choose] as const
}

/**
 * Debounces the search, and polls, since drivers move. `settled`: the rows belong to the text that is typed now.
 */
const useDrivers = (id: string, typed: string) => {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), 200)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['assignable', id, search],
    staleTime: 0,
    refetchInterval: 8000,
    placeholderData: keepPreviousData,
    queryFn: () => call(assignCalls.drivers, { params: { id }, query: search === '' ? {} : { search } }),
  })
  return { data, error, refetch, search, settled: data !== undefined && !isPlaceholderData && search === typed.trim() }
}
