import '../../ui/mantine-parts.ts'
import { Text } from '@mantine/core'
import type { KnownPlace, KnownRider, RiderChoice } from '@remis/domain/people/riders-api'
import { ridersCalls } from '@remis/domain/people/people-routes'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookingDraft } from '../../booking-parts/booking-draft.ts'
import { StatusChip } from '../../booking-parts/StatusChip.tsx'
import { useCarTypes } from '../../booking-parts/use-prices.ts'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { RiderPicker } from '../RiderPicker.tsx'
import classes from './caller.module.css'
import { NewCaller } from './NewCaller.tsx'

interface Props {
  readonly rider: RiderChoice | null
  readonly onRider: (rider: RiderChoice | null) => void
  readonly error: string | null
  readonly inputRef: Ref<HTMLInputElement>
  /** the places to choose from; undefined: no rider, or not known yet */
  readonly onPlaces: (places: readonly KnownPlace[] | undefined) => void
  /** an earlier ride, to be booked again */
  readonly onRide: (part: Partial<BookingDraft>) => void
}

/** Who calls: found by number or name, or added, with what the office knows about them [booking-70]. */
export const CallerFields = ({ rider, onRider, error, inputRef, onPlaces, onRide }: Props) => {
  const { t } = useTranslation()
  const id = rider?.id ?? ''
  const [newcomer, setNewcomer] = useState<string | null>(null)
  const {
    data: known,
    error: unread,
    refetch,
  } = useQuery({
    queryKey: ['known-rider', id],
    enabled: rider !== null,
    // the caller may have booked a moment ago
    staleTime: 0,
    queryFn: () => call(ridersCalls.known, { params: { id } }),
  })
  const places = rider === null ? undefined : known?.places
  useEffect(() => onPlaces(places), [onPlaces, places])
  return (
    <>
      <RiderPicker value={rider} onChange={onRider} onNew={setNewcomer} error={error} inputRef={inputRef} />
      {rider !== null && known !== undefined && <Known known={known} onRide={onRide} />}
      {known === undefined && unread !== null && <ReadFailure text={t(keyOf(unread))} onRetry={() => void refetch()} />}
      {newcomer !== null && (
        <NewCaller
          typed={newcomer}
          onAdded={(added) => {
            setNewcomer(null)
            onRider(added)
          }}
          onClose={() => setNewcomer(null)}
        />
      )}
    </>
  )
}

/** What waits for this rider already, and the last rides, to book one again. */
const Known = ({ known, onRide }: { known: KnownRider; onRide: Props['onRide'] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: cars } = useCarTypes()
  if (known.open.length === 0 && known.rides.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('caller_first')}
      </Text>
    )
  return (
    <div className={classes.known}>
      {known.open.length > 0 && (
        <section aria-label={t('caller_open')}>
          <h2>{t('caller_open')}</h2>
          <ul>
            {known.open.map(({ id, status, tripdate }) => (
              <li key={id} className={classes.open}>
                <Link to={paths.booking(id)}>
                  <bdi dir="ltr">{id}</bdi>
                </Link>
                <StatusChip status={status} />
                <span>{format.date(tripdate, 'weekday-time')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {known.rides.length > 0 && (
        <section aria-label={t('caller_rides')}>
          <h2>{t('caller_rides')}</h2>
          <ul>
            {known.rides.map(({ id, at, carType, pickup, drop }) => (
              <li key={id}>
                <button
                  type="button"
                  className={classes.ride}
                  onClick={() =>
                    onRide({
                      pickup,
                      drop,
                      carType: cars?.find(({ name }) => name === carType)?.id ?? null,
                    })
                  }
                >
                  <IconRepeat size={18} stroke={1.75} aria-hidden />
                  <span className={classes.way}>
                    <bdi>{pickup.add}</bdi>
                    <bdi>{drop.add}</bdi>
                  </span>
                  <small>{format.date(at, 'date')}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
