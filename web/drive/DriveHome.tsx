import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { DriverDay } from '@remis/domain/dispatch/dispatch-api'
import { IconMessageCircle, IconVolumeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnreadChat } from '../chat/UnreadChat.tsx'
import { paths } from '../paths.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { PushOffer } from '../platform/push/PushOffer.tsx'
import { useMapStyle } from '../platform/page/map-style.ts'
import { useFormat } from '../platform/use-format.ts'
import { MapScreen, useMapPadding } from '../ui/MapScreen.tsx'
import { useFocusKept } from '../ui/dialogs/use-focus.ts'
import { useTripPins } from '../ui/map/use-trip-pins.ts'
import { MapView } from '../ui/MapView.tsx'
import classes from './drive.module.css'
import { Earnings } from './earnings/Earnings.tsx'
import { offerEnds, type OfferEnd } from './offers/ended-offers.ts'
import { OffersPanel } from './offers/OffersPanel.tsx'
import { Reserved } from './offers/Reserved.tsx'
import { useFirstOffer, useHasOffers } from './offers/use-offers.ts'
import type { Whereabouts } from './positions/use-position-watch.ts'
import { WhereNote } from './positions/WhereNote.tsx'
import { withSearch } from '../platform/page/with-search.ts'

interface Props {
  readonly day: DriverDay
  readonly where: Whereabouts
  /** the browser blocks the horn */
  readonly silent: boolean
  readonly turn: { readonly isPending: boolean; readonly mutate: (online: boolean) => void }
  readonly onAccepted: (bookingId: string) => void
}

/** Between trips: online switch, today's trips and earnings, own position, offers. */
export const DriveHome = ({ day, where, silent, turn, onAccepted }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  // this device sends no positions, even if another device of the driver does
  const blind = where.state === 'denied' || where.state === 'missing'
  const [end, setEnd] = useState<OfferEnd | null>(null)
  const onOff = useFocusKept<HTMLInputElement>(useHasOffers())
  const today = [
    { label: t('drive_trips'), value: format.number(day.tripsToday) },
    { label: t('drive_earned'), value: format.money(day.earnedToday) },
    { label: t('drive_wallet'), value: format.money(day.walletBalance) },
  ]
  return (
    <MapScreen label={t('drive_switch')} map={<OwnMap where={where} />}>
      <div className={classes.home}>
        <VisuallyHidden component="h1">{t('title_drive')}</VisuallyHidden>
        {day.online && <OffersPanel onAccepted={onAccepted} onEnd={setEnd} />}
        <label className={classes.switch} data-on={day.online || undefined}>
          <span>
            <b>{t(day.online ? 'drive_online' : 'drive_offline')}</b>
            <Text size="sm">
              {day.online ? blind ? t('drive_geo_online') : <Waiting end={end} /> : t('drive_offline_lead')}
            </Text>
          </span>
          <input
            ref={onOff}
            type="checkbox"
            role="switch"
            aria-checked={day.online}
            aria-label={t('drive_switch')}
            checked={day.online}
            // not `disabled`, which would remove the keyboard focus
            aria-disabled={turn.isPending}
            onChange={(event) => {
              if (!turn.isPending) turn.mutate(event.currentTarget.checked)
            }}
          />
          <i aria-hidden="true" />
        </label>
        {day.online && <WhereNote where={where} />}
        {day.online && silent && (
          <Text component="output" className={classes.hint}>
            <IconVolumeOff size={20} stroke={1.75} aria-hidden />
            {t('drive_silent')}
          </Text>
        )}
        {day.online && <PushOffer text={t('push_ask_driver')} />}
        {day.hint !== null && !(day.hint === 'no-position' && where.state !== 'live') && (
          <Text aria-live="polite" className={classes.hint}>
            {t(`drive_hint_${day.hint}`)}
            {(day.hint === 'not-approved' || day.hint === 'documents-expired') && (
              <Link to={paths.join()}>{t('drive_hint_open')}</Link>
            )}
          </Text>
        )}
        <dl className={classes.today} aria-label={t('drive_today')}>
          {today.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Unpaid day={day} onOpen={onAccepted} />
        <JustEnded day={day} />
        <Reserved />
        <Earnings />
      </div>
    </MapScreen>
  )
}

/** Trips with cash still to be recorded, also after a reload. */
const Unpaid = ({ day, onOpen }: { day: DriverDay; onOpen: (bookingId: string) => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (day.unpaid.length === 0) return null
  return (
    <section aria-labelledby="unpaid-trips">
      <Text id="unpaid-trips" component="h2" fw={600} mb="xs">
        {t('drive_unpaid')}
      </Text>
      <Stack gap="xs">
        {day.unpaid.map(({ id, customer_name, payableAmount, debt }) => (
          <Button key={id} variant="default" size="md" fullWidth onClick={() => onOpen(id)}>
            {t('drive_unpaid_open', { name: customer_name, amount: format.money(payableAmount + debt) })}
          </Button>
        ))}
      </Stack>
    </section>
  )
}

/** Trips whose riders can still be written to, about something left in the car [design/chat-13]. */
const JustEnded = ({ day }: { day: DriverDay }) => {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const open = day.justEnded.filter(({ until }) => now <= until)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="ended-trips">
      <Text id="ended-trips" component="h2" fw={600} mb="xs">
        {t('drive_just_ended')}
      </Text>
      <Stack gap="xs">
        {open.map(({ id, customer_name }) => (
          <Button
            key={id}
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconMessageCircle size={20} stroke={1.75} aria-hidden />}
            rightSection={<UnreadChat booking={id} />}
            renderRoot={(props) => <Link {...props} to={paths.trip(id)} {...withSearch({ chat: 'open' })} />}
          >
            {t('drive_write_to', { name: customer_name })}
          </Button>
        ))}
      </Stack>
    </section>
  )
}

/** Shown while there is no offer; for a while, how the last one ended [design/web-119]. */
const Waiting = ({ end }: { readonly end: OfferEnd | null }) => {
  const { t } = useTranslation()
  const text = end === null ? `${t('no_tasks')} ${t('drive_waiting')}` : t(offerEnds[end])
  return <span aria-live="polite">{useHasOffers() ? null : text}</span>
}

/** Where the driver is, and the pickup of the first offer. */
const OwnMap = ({ where }: { where: Whereabouts }) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const padding = useMapPadding()
  const { at } = where
  const pickup = useFirstOffer(useNow(1000))?.pickup ?? null
  const ends = useTripPins({ pickup, drop: null })
  const pins = useMemo(
    () => [...(at === null ? [] : [{ id: 'me', kind: 'self' as const, at, label: t('map_me') }]), ...ends],
    [at, ends, t],
  )
  const keep = useMemo(() => [at, pickup].filter((point) => point !== null), [at, pickup])
  return <MapView {...look} label={t('map_of_driver')} pins={pins} keep={keep} padding={padding} />
}
